package org.dharch.benchmarks.sensor;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Emitter;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.spi.Outbound;
import org.dharch.outbound.HostList;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;
import org.dharch.ws.handlers.EventingSourceHandler;

/**
 * {@link EventingSourceHandler} for Axis2's own chain, which does not support emissions. This
 * process sends them as a manager does: in order for each address, with the same client and limits,
 * from a separate thread. Parameter {@value #HOSTS} lists the permitted hosts. Any thread.
 */
public final class SendingEventSource implements DHHandler {
  /** The parameter of a gateway. */
  static final String HOSTS = "hosts";

  private static final int MAX_WAITING = 1_000;
  private static final Limits LIMITS = Limits.DEFAULT;

  private final EventingSourceHandler source = new EventingSourceHandler();
  private final ThreadPoolExecutor sender =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          SendingEventSource::thread);
  private HttpOutbound outbound; // set by init

  /** Called by the chain. */
  public SendingEventSource() {}

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "bench-chain-sender");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext chain) {
    Map<String, String> own = new HashMap<>(parameters);
    outbound = new HttpOutbound(OutboundSettings.DEFAULT.hosts(HostList.parse(own.remove(HOSTS))));
    source.init(own, new SendingContext(chain, this::emit));
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return source.handle(message);
  }

  private boolean emit(Emission emission) {
    try {
      sender.execute(() -> send(emission));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void send(Emission emission) {
    List<Target.Address> addresses = ((Target.Endpoint) emission.target()).addresses();
    for (int i = 0; i < addresses.size(); i++) {
      int address = i;
      var unused =
          outbound
              .send(request(emission, addresses.get(i)))
              .thenAccept(result -> notifyListener(emission.id(), address, result));
    }
  }

  private static Outbound.Request request(Emission emission, Target.Address to) {
    Changes.Builder headers = Changes.builder();
    to.headers().forEach(headers::addHeader);
    byte[] envelope = Merge.apply(emission.envelope(), headers.build(), LIMITS);
    Duration limit = OutboundSettings.DEFAULT.timeToAnswer();
    return new Outbound.Request(
        emission.id(),
        to.uri(),
        Envelopes.outline(envelope, LIMITS).soap12(),
        emission.action(),
        envelope,
        limit);
  }

  private void notifyListener(MessageId id, int address, Outbound.Result result) {
    if (result instanceof Outbound.Result.Sent sent) {
      source.emitted(id, new Emitted.Sent(address, sent.status(), sent.envelope()));
    } else if (result instanceof Outbound.Result.Failed failed) {
      source.emitted(
          id,
          new Emitted.Failed(address, failed.why().name(), failed.why() + ": " + failed.reason()));
    }
  }

  @Override
  public void close() {
    sender.shutdown();
    if (outbound != null) {
      outbound.close();
    }
    source.close();
  }

  /** The chain's context with an emitter. */
  private record SendingContext(NodeContext chain, Emitter emitter) implements NodeContext {
    @Override
    public String node() {
      return chain.node();
    }

    @Override
    public long nanos() {
      return chain.nanos();
    }

    @Override
    public InstantSource clock() {
      return chain.clock();
    }

    @Override
    public ScheduledExecutorService timers() {
      return chain.timers();
    }
  }
}
