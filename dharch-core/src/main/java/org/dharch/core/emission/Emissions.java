package org.dharch.core.emission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.core.admission.AdmissionControl;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.message.Fault;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeEmission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts the messages that handlers emit: from nodes through the transport, and from accepted
 * results. Delivers them ({@link EmissionsToServices}) or sends them ({@link EmissionsOutside}),
 * and reports each outcome to the node once. Nothing is stored on disk: the emitting handler keeps
 * its message until it is notified. An emission from the transport is acknowledged when all
 * outcomes are reported, so that another manager receives it if this one stops. A duplicate that
 * arrives meanwhile or soon after is ignored.
 *
 * <p>Safe for any thread. All decisions are made on the {@link EmissionLoop}, except whether there
 * is capacity, which the caller needs at once.
 */
public final class Emissions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Emissions.class);

  /** The number of ended emissions that are remembered to detect duplicates. */
  private static final int MOST_ENDED = 10_000;

  /** An execution ends by itself at its deadline; it is abandoned this much later. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private static final String BUSY = Fault.Code.BUSY.name();

  private final CManager cmanager;
  private final DHManagerConfig config;
  private final EmissionBounds bounds;
  private final EmissionFormat format;
  private final EmissionNotifier notifier;
  private final Consumer<MessageId> over;
  private final Counters counters;
  private final EmissionLoop loop;
  private final EmissionsToServices services;
  private final EmissionsOutside outside;

  private final Map<MessageId, EmissionInHand> hand = new LinkedHashMap<>(); // guarded by this
  private final Map<MessageId, Boolean> ended = new LatestUsed<>(MOST_ENDED); // guarded by this
  private long bytes; // guarded by this
  private Set<String> serviceNames = Set.of(); // guarded by this
  private final Object announcing = new Object();
  private volatile Set<EmissionQueue> taken = Set.of();
  private volatile boolean closed;

  public Emissions(
      CManager cmanager,
      AdmissionControl admissionControl,
      DHManagerConfig config,
      EmissionBounds bounds,
      Consumer<MessageId> over,
      Counters counters) {
    this.over = over;
    this.cmanager = cmanager;
    this.config = config;
    this.bounds = bounds;
    this.format = new EmissionFormat(config.limits());
    this.notifier = new EmissionNotifier(cmanager, config.limits());
    this.counters = counters;
    this.loop = new EmissionLoop(cmanager.address(), this::tick);
    this.services = new EmissionsToServices(this, admissionControl);
    this.outside = new EmissionsOutside(this, admissionControl, config.limits());
  }

  // ---- accepted services and addresses

  /**
   * Accepts emissions for these services from now on, if there is a replay gateway to deliver them.
   */
  public void services(Set<String> names) {
    synchronized (this) {
      serviceNames = Set.copyOf(names);
    }
    announce();
  }

  public <C> void replayGateway(ReplayGateway<C> replayGateway) {
    services.through(replayGateway);
    announce();
  }

  /** Accepts emissions for outside addresses from now on. */
  public void outbound(Outbound value) {
    outside.through(value);
    announce();
  }

  private void announce() {
    synchronized (announcing) {
      taken = queues();
      cmanager.takeEmissions(taken);
    }
  }

  private synchronized Set<EmissionQueue> queues() {
    Set<EmissionQueue> queues = new HashSet<>();
    if (services.isPossible()) {
      serviceNames.forEach(name -> queues.add(EmissionQueue.service(name)));
    }
    if (outside.isPossible()) {
      queues.add(EmissionQueue.OUT);
    }
    return Set.copyOf(queues);
  }

  // ---- intake

  /**
   * Accepts an emission; a duplicate is acknowledged at once.
   *
   * @param done run once, when the transport must not deliver it again
   * @return false if there is no capacity; nothing was kept
   */
  public boolean take(NodeEmission from, Runnable done) {
    EmissionInHand fresh;
    synchronized (this) {
      MessageId id = from.emission().id();
      if (closed) {
        return false;
      }
      if (ended.containsKey(id) || hand.containsKey(id)) {
        counters.count(Counter.EMISSIONS_AGAIN);
        fresh = null;
      } else {
        fresh = new EmissionInHand(from, config.ticker().nanos(), done);
        if (hand.size() >= bounds.emissions() || bytes + fresh.bytes() > bounds.bytes()) {
          return false;
        }
        hand.put(id, fresh);
        bytes += fresh.bytes();
      }
    }
    if (fresh == null) {
      done.run();
    } else {
      counters.count(Counter.EMISSIONS);
      loop.execute(() -> begin(fresh));
    }
    return true;
  }

  /**
   * Accepts the emissions of an accepted result, or forwards them to a manager that can deliver
   * them.
   */
  public void send(Effect.Emit emit) {
    for (Emission emission : emit.emissions()) {
      NodeEmission from = new NodeEmission(emit.node(), emit.handler(), emission);
      if (taken.contains(from.queue()) && take(from, () -> {})) {
        continue;
      }
      Optional<String> problem = forward(from);
      if (problem.isPresent()) {
        counters.count(Counter.EMISSIONS_FAILED);
        notifier.report(
            from, List.of(new Emitted.Failed(Emitted.Failed.WHOLE, BUSY, problem.get())));
      }
    }
  }

  private Optional<String> forward(NodeEmission from) {
    try {
      return cmanager.forward(from.queue(), from.node(), format.encode(from))
          ? Optional.empty()
          : Optional.of("no free slot, or no connection to a manager");
    } catch (MalformedMessageException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void begin(EmissionInHand emission) {
    if (emission.endpoint().isPresent()) {
      outside.begin(emission);
    } else {
      services.begin(emission);
    }
  }

  // ---- outcomes, reported by the deliverers

  /** Runs {@code work} on the emission loop. */
  void onEventLoop(Runnable work) {
    loop.execute(work);
  }

  EmissionBounds bounds() {
    return bounds;
  }

  long now() {
    return config.ticker().nanos();
  }

  /** Schedules {@code what} after a pause that doubles each time. */
  void pause(EmissionInHand emission, long leastNanos, Runnable what) {
    emission.pauses++;
    long pause = Math.max(leastNanos, bounds.pauseNanos(emission.pauses));
    emission.pause(now() + pause, what);
  }

  /** Reports that a message that held a slot has ended. */
  void over(MessageId message) {
    over.accept(message);
  }

  /** Records that the emission reached its service, or that a handler responded to it. */
  public void delivered(EmissionInHand emission) {
    report(emission, 0, new Emitted.Delivered());
  }

  /** Records the outcome of one address of the emission. */
  void report(EmissionInHand emission, int address, Emitted outcome) {
    synchronized (this) {
      if (hand.get(emission.id()) != emission || emission.isReported(address)) {
        return;
      }
    }
    if (outcome instanceof Emitted.Failed) {
      counters.count(Counter.EMISSIONS_FAILED);
    }
    boolean isFull = emission.report(address, outcome, now());
    if (isFull || closed || EmissionNotifier.isAnswer(outcome)) {
      notifier.report(emission);
    }
    if (emission.isAllReported()) {
      end(emission);
    }
  }

  /** Fails the emission, or its addresses without an outcome. */
  void fail(EmissionInHand emission, String code, String reason) {
    if (isClosing(code)) {
      return; // another manager receives it after this manager's connection closes
    }
    if (emission.isUnreported()) {
      synchronized (this) {
        if (hand.get(emission.id()) != emission) {
          return;
        }
      }
      counters.count(Counter.EMISSIONS_FAILED);
      notifier.report(
          emission.from, List.of(new Emitted.Failed(Emitted.Failed.WHOLE, code, reason)));
      end(emission);
      return;
    }
    for (int address = 0; address < emission.addresses(); address++) {
      report(emission, address, new Emitted.Failed(address, code, reason));
    }
  }

  void fail(EmissionInHand emission, Fault fault) {
    fail(emission, fault.code().name(), fault.toString());
  }

  private boolean isClosing(String code) {
    return closed && code.equals(Fault.Code.SHUT_DOWN.name());
  }

  private void end(EmissionInHand emission) {
    synchronized (this) {
      if (!hand.remove(emission.id(), emission)) {
        return;
      }
      bytes -= emission.bytes();
      ended.put(emission.id(), true);
      notifyAll(); // see awaitSends
    }
    services.forget(emission);
    emission.pause(EmissionInHand.NEVER, () -> {});
    emission.done.run();
  }

  // ---- time

  private void tick() {
    long now = now();
    List<EmissionInHand> all;
    synchronized (this) {
      if (hand.isEmpty()) {
        return;
      }
      all = new ArrayList<>(hand.values());
    }
    outside.tick();
    for (EmissionInHand emission : all) {
      if (emission.isReportDue(now)) {
        notifier.report(emission);
      }
      if (now - emission.deadlineAt >= GRACE_NANOS && emission.handedOver) {
        end(emission); // delivered to its service; no report is awaited
      } else if (now - emission.deadlineAt >= GRACE_NANOS) {
        fail(emission, Fault.Code.DEADLINE.name(), "its deadline passed");
      } else if (emission.wakeAt <= now) {
        emission.wake().run();
      }
    }
  }

  /** Starts the thread of the emission loop. */
  public void start() {
    loop.start();
  }

  /** Runs the work that is queued or due, for a caller that controls the clock. */
  public void step() {
    loop.step();
  }

  /** Returns whether {@link #step} has queued work, not counting work that is due by the clock. */
  public boolean isWaiting() {
    return loop.isWaiting();
  }

  /** Returns the number of accepted emissions without all outcomes. */
  public synchronized int size() {
    return hand.size();
  }

  /** Records that this message reached its service; returns whether it was an emission. */
  public boolean delivered(MessageId message) {
    return services.delivered(message);
  }

  /** Records that this message did not reach its service. */
  public void undelivered(MessageId message, String reason) {
    services.undelivered(message, reason);
  }

  /**
   * Waits until the handlers of all emissions that reached their services are notified. Otherwise,
   * another manager would deliver them again.
   */
  public synchronized void awaitSends(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (loop.isStarted() && hand.values().stream().anyMatch(each -> each.handedOver)) {
      long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (millis <= 0) {
        LOG.warn("Closed during deliveries to services; they may be repeated");
        return;
      }
      try {
        wait(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Rejects further emissions and reports all known outcomes now. */
  public void shut() {
    closed = true;
    onEventLoop(this::reportAll);
  }

  @Override
  public void close() {
    shut();
    loop.close();
  }

  /** Reports all outcomes that wait to be reported together. */
  private void reportAll() {
    List<EmissionInHand> all;
    synchronized (this) {
      all = new ArrayList<>(hand.values());
    }
    all.forEach(notifier::report);
  }
}
