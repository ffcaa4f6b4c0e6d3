package org.dharch.handlers;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;

/**
 * Counts messages, their sizes, rate and clients, and how many were faults or failed. Available by
 * JMX, and by Micrometer if present. Reads the properties of flow and client, but no envelope.
 * Changes nothing, so it can run {@code oneway}. Parameters: docs/handlers.md. Thread-safe.
 */
public final class Monitor implements DHHandler, MonitorMXBean {
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAccumulator largest = new LongAccumulator(Math::max, 0);
  private final LongAdder faults = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder responded = new LongAdder();

  private String client;
  private ClientCounts clients;
  private RateWindow rate;
  private Optional<JmxEntry> jmx = Optional.empty();
  private Optional<MessageMeters> meters = Optional.empty();

  /** Creates a handler; called by the node. */
  public Monitor() {}

  @Override
  public void init(Map<String, String> parameters, NodeContext node) throws Exception {
    HandlerSettings settings = new HandlerSettings(parameters);
    String name = settings.text("name").orElse("monitor");
    client = settings.text("client").orElse(Logger.REMOTE_ADDR);
    clients = new ClientCounts((int) settings.number("maxClients", 1000, 1, 100_000));
    MetersUse use = settings.choice("micrometer", MetersUse.BY_NAME, MetersUse.IF_AVAILABLE);
    settings.requireNoMore();
    rate = new RateWindow(node::nanos);
    jmx = Optional.of(JmxEntry.of(this, node.node(), name));
    boolean isReady = false;
    try {
      meters = use.meters(nameOf(node), name, this);
      isReady = true;
    } finally {
      if (!isReady) {
        close();
      }
    }
  }

  /** Returns the node's name without its incarnation, because restarts must not add meters. */
  private static String nameOf(NodeContext node) {
    return node.node().replaceFirst("~.*", "");
  }

  @Override
  public Changes handle(HandlerMessage message) {
    int size = message.envelope().length;
    String flow = message.properties().text(SoapProperties.FLOW, "");
    messages.increment();
    bytes.add(size);
    largest.accumulate(size);
    rate.count();
    clients.count(message.properties().text(client, "-"));
    if (flow.endsWith("-fault")) {
      faults.increment();
    }
    meters.ifPresent(exported -> exported.message(flow, size));
    return Changes.NONE;
  }

  @Override
  public void ended(HandlerMessage message, Ending ending) {
    switch (ending) {
      case FAILED -> failed.increment();
      case RESPONDED -> responded.increment();
      case COMPLETED -> {} // already counted
    }
  }

  @Override
  public long getMessages() {
    return messages.sum();
  }

  @Override
  public long getBytes() {
    return bytes.sum();
  }

  @Override
  public long getLargestBytes() {
    return largest.get();
  }

  @Override
  public double getPerSecond() {
    return rate.perSecond();
  }

  @Override
  public long getFaults() {
    return faults.sum();
  }

  @Override
  public long getFailed() {
    return failed.sum();
  }

  @Override
  public long getResponded() {
    return responded.sum();
  }

  @Override
  public Map<String, Long> getClients() {
    return clients.counts();
  }

  @Override
  public void close() {
    meters.ifPresent(MessageMeters::close);
    jmx.ifPresent(JmxEntry::close);
  }
}
