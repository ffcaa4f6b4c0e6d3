package org.dharch.cmanager.manager;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.cmanager.options.KeyStores;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.spi.BrokerState;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CertificateExpiry;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;

/**
 * The manager's end of the JMS transport (seed 000, section 3.1.2). Task batches go to a queue for
 * each incarnation of a node, replies arrive in one queue with this one consumer, heartbeats on a
 * topic. Created by {@link JmsCManagerProvider}. Safe for any thread; the receiver is called by one
 * thread at a time.
 *
 * <p>With several independent brokers, it has a link to each, under one address; the broker of a
 * node's latest heartbeat gets the node's task batches. A lost connection drops the messages in its
 * outbox: the receiver gets {@code connected(false)} if it was the last, otherwise the nodes that
 * cannot be reached now, and sends again what is needed.
 */
public final class JmsCManager implements CManager {
  private final ManagerEnd end;
  private final List<BrokerLink> brokerLinks = new ArrayList<>();
  private final Supplier<List<CertificateExpiry>> certificates;
  private Set<EmissionQueue> emissionQueues = Set.of();
  private boolean started;
  private boolean closed;

  public JmsCManager(URI broker, JmsOptions options) {
    this(broker, options, keys -> FrameGuard.of(keys, options.security().encrypt()));
  }

  public JmsCManager(URI broker, JmsOptions options, Function<KeyRing, FrameGuard> guarding) {
    List<URI> brokers = brokers(broker);
    this.certificates = KeyStores.expiries(options.security().tls());
    options.checkBridges(brokers.stream().anyMatch(EmbeddedBroker::isEmbedded));
    this.end = new ManagerEnd(options, brokers.size(), guarding, new ByBroker());
    for (URI each : brokers) {
      brokerLinks.add(new BrokerLink(brokerLinks.size(), brokers.size() == 1, each, end));
    }
  }

  public static List<URI> brokers(URI broker) {
    try {
      return BrokerList.of(broker);
    } catch (URISyntaxException e) {
      throw new CManagerException("broker '" + broker + "': " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void start(Receiver receiver) {
    if (started) {
      throw new IllegalStateException("must be started only once");
    }
    started = true;
    List<URI> reached = new ArrayList<>();
    try {
      brokerLinks.forEach(brokerLink -> reached.addAll(brokerLink.startBroker()));
    } catch (RuntimeException e) {
      closed = true;
      brokerLinks.forEach(BrokerLink::close);
      throw e;
    }
    end.start(reached, receiver);
    brokerLinks.forEach(brokerLink -> brokerLink.start(emissionQueues));
  }

  @Override
  public boolean nodesMeet() {
    return brokerLinks.size() == 1;
  }

  @Override
  public String address() {
    return end.address();
  }

  @Override
  public synchronized Optional<URI> nodeUri() {
    if (brokerLinks.stream().noneMatch(BrokerLink::isOwn)) {
      return Optional.empty();
    }
    List<URI> all = brokerLinks.stream().map(BrokerLink::nodeUri).toList();
    return Optional.of(all.size() == 1 ? all.get(0) : BrokerList.together(all));
  }

  @Override
  public boolean send(NodeId node, DMFormat taskBatch) {
    return end.send(node, taskBatch);
  }

  @Override
  public Set<NodeId> linked() {
    return end.linked();
  }

  @Override
  public List<BrokerState> brokers() {
    return brokerLinks.stream().map(BrokerLink::state).toList();
  }

  @Override
  public List<CertificateExpiry> certificates() {
    return certificates.get();
  }

  /** By the broker of the node, which its neighbors use, too; otherwise by any connected one. */
  @Override
  public boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
    Outbox.OutgoingItem item = end.encode(emission);
    if (brokerLinks.get(end.brokerOf(node)).forward(queue, node, item)) {
      return true;
    }
    return brokerLinks.stream().anyMatch(brokerLink -> brokerLink.forward(queue, node, item));
  }

  /** By each broker: a manager on two of them answers twice, and counts once. */
  @Override
  public boolean ask(DMFormat question) {
    Outbox.OutgoingItem item = end.codec().encode(question, BrokerLink.QUESTION_TTL);
    return brokerLinks.stream().filter(brokerLink -> brokerLink.offer(Target.ASK, item)).count()
        > 0;
  }

  /** By each broker, because the broker of the querying client is unknown. */
  @Override
  public void answer(String asker, DMFormat answer) {
    Outbox.OutgoingItem item = end.codec().encode(answer, BrokerLink.QUESTION_TTL);
    brokerLinks.forEach(
        brokerLink -> brokerLink.offer(Target.answers(asker), item)); // lost without capacity
  }

  @Override
  public synchronized void takeEmissions(Set<EmissionQueue> queues) {
    if (queues.equals(emissionQueues)) {
      return;
    }
    emissionQueues = Set.copyOf(queues);
    if (started && !closed) {
      brokerLinks.forEach(brokerLink -> brokerLink.consumeEmissions(emissionQueues));
    }
  }

  @Override
  public void heartbeatsWithin(Duration interval) {
    end.rarestHeartbeat(interval);
  }

  private final class ByBroker implements ManagerWays.Broker {
    @Override
    public boolean send(int broker, NodeId node, Outbox.OutgoingItem item) {
      return brokerLinks.get(broker).send(node, item);
    }

    @Override
    public void sendLater(int broker, NodeId node, Outbox.OutgoingItem item) {
      brokerLinks.get(broker).sendLater(node, item);
    }
  }

  @Override
  public synchronized void close() {
    if (!started || closed) {
      return; // not started
    }
    closed = true;
    brokerLinks.forEach(BrokerLink::stopEmissions);
    end.shut();
    try {
      for (BrokerLink brokerLink : brokerLinks) {
        brokerLink.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end.close();
    brokerLinks.forEach(BrokerLink::close);
  }
}
