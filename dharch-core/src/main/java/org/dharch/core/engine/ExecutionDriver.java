package org.dharch.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.OnRestart;
import org.dharch.core.context.CheckpointBarrier;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.FailureLines;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.Telemetry;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.recovery.RetryBudget;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.queue.CapacityWaiters;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to the executions in MPQueue and implements their {@link Environment}. Used only
 * on the event loop ({@link Conductor}).
 */
public final class ExecutionDriver implements Environment {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutionDriver.class);

  /** Each new measurement has a weight of one part in this many. */
  private static final int OBSERVATIONS = 8;

  private final MPQueue mpQueue;
  private final NodeDirectory directory;
  private final Counters counters;
  private final LargeWork largeWork;
  private final Ticker ticker;
  private final DoubleSupplier random;
  private final long incarnation;
  private final boolean speculative;
  private final boolean direct;

  /** The effects of the current event; empty between events. */
  private final List<Effect> effects = new ArrayList<>();

  private final CapacityWaiters held = new CapacityWaiters();

  /**
   * Nested calls that a handler waits for. The concurrency limit of a node does not block them, but
   * its byte limit or the limit of a handler may.
   */
  private final CapacityWaiters heldCalls = new CapacityWaiters();

  private final AttemptHistory history = new AttemptHistory();

  /** The usual round-trip time; 0 if unknown. */
  private long roundTripNanos;

  private final FailureLines failures;

  /**
   * Whether a task has left its node, or a node's services have changed, since capacity was last
   * released.
   */
  private boolean capacityFreed;

  /** The messages that have tasks on each node, with the number of tasks. */
  private final Map<NodeId, Map<DHMContext, Integer>> onNodes = new HashMap<>();

  private DHMContext current;
  private long now;

  /**
   * @param random the source of the jitter
   * @param incarnation the incarnation of the manager
   */
  public ExecutionDriver(
      MPQueue mpQueue,
      NodeDirectory directory,
      Telemetry telemetry,
      LargeWork largeWork,
      DHManagerConfig config,
      DoubleSupplier random,
      long incarnation) {
    this.mpQueue = mpQueue;
    this.directory = directory;
    this.counters = telemetry.counters();
    this.failures = telemetry.failures();
    this.largeWork = largeWork;
    this.ticker = config.ticker();
    this.speculative = config.speculative();
    this.direct = config.speculative() && config.direct();
    this.random = random;
    this.incarnation = incarnation;
  }

  /** Delivers {@code event} to the message, then gives any freed capacity to waiting messages. */
  public void apply(DHMContext message, Event event) {
    give(message, event);
    releaseCapacity();
  }

  /** Wakes waiting messages after a node has joined or hosts more handlers. */
  void nodeJoined() {
    for (String handler : held.handlers()) {
      giveAll(held, handler); // compensation needs no free capacity
    }
    capacityFreed = true;
    releaseCapacity();
  }

  /**
   * Wakes waiting messages after a node was lost or hosts fewer handlers: they may use other nodes.
   */
  void nodeLeft() {
    capacityFreed = true;
    releaseCapacity();
  }

  /**
   * Handles a failed write of the message's progress: effects that waited for the record are not
   * sent.
   */
  void notRecorded(DHMContext message, CheckpointBarrier held) {
    boolean turned = false;
    for (Effect effect : held.notRecorded()) {
      if (effect instanceof Effect.Send send) {
        apply(message, new Event.Unsent(send.node(), send.tasks()));
      } else {
        // the message has ended: its gateway does not wait for the disk
        Effect now = effect instanceof Effect.End end ? unrecorded(message, end) : effect;
        held.addUnrecorded(now);
        turned |= now != effect && !halts(effect);
      }
    }
    if (turned) {
      cancelCallbacks(message);
    }
  }

  /** Cancels the completion callbacks, because the message did not end as planned. */
  void cancelCallbacks(DHMContext message) {
    if (!message.execution().isOver()) {
      apply(message, new Event.Abandoned(new Fault(Fault.Code.NOT_DELIVERED, "", "not completed")));
    }
  }

  /**
   * Replaces an end that could not be recorded. A restarted manager would compensate the handlers.
   * Therefore this one compensates them too, and no client receives a response.
   */
  private Effect unrecorded(DHMContext message, Effect.End end) {
    if (end.outcome() instanceof Outcome.Failed failed) {
      return failed.fault().code() == Fault.Code.DEADLINE ? unstored(end, failed) : end;
    } else if (message.onRestart() != OnRestart.COMPENSATE) {
      return end;
    }
    boolean answered = end.outcome() instanceof Outcome.Responded;
    Fault fault =
        new Fault(
            Fault.Code.NOT_STORED,
            "",
            "that it " + (answered ? "was answered" : "has completed") + " could not be stored");
    return new Effect.End(
        Outcome.Failed.of(message.id(), fault, end.outcome().timeline()),
        Optional.of(message.execution().progress(ticker.nanos()).undelivered(fault))
            .filter(Progress::isUnresolved),
        Optional.empty());
  }

  private static boolean halts(Effect effect) {
    return effect instanceof Effect.End end && end.outcome() instanceof Outcome.Failed;
  }

  /**
   * Adds the failed write to the fault, because the deadline most likely passed during the wait for
   * the disk.
   */
  private static Effect.End unstored(Effect.End end, Outcome.Failed failed) {
    Fault fault = failed.fault();
    Fault why =
        new Fault(
            fault.code(),
            fault.handler(),
            fault.reason() + "; failed to store the message's progress");
    return new Effect.End(
        new Outcome.Failed(failed.id(), why, failed.timeline(), failed.properties(), false),
        end.pending(),
        end.resume());
  }

  /** Delivers the loss of the node to the messages that have tasks there. */
  void nodeLost(NodeId node) {
    Map<DHMContext, Integer> there = onNodes.get(node);
    if (there != null) {
      List.copyOf(there.keySet()).forEach(message -> nodeLost(message, node));
    }
  }

  /** Cancels tasks for that node that wait for the disk; none of them has started. */
  private void nodeLost(DHMContext message, NodeId node) {
    message
        .held()
        .ifPresent(
            held ->
                held.withdraw(node)
                    .forEach(send -> apply(message, new Event.Unsent(node, send.tasks()))));
    apply(message, new Event.NodeLost(node));
  }

  /** Removes a message that has left MPQueue from the capacity waiters. */
  void left(DHMContext message) {
    held.remove(message);
    heldCalls.remove(message);
  }

  /**
   * Returns the number of messages that wait for capacity on a node, by handler. Call only on the
   * event loop.
   */
  Map<String, Integer> held() {
    Map<String, Integer> counts = new TreeMap<>();
    for (CapacityWaiters waiters : List.of(held, heldCalls)) {
      waiters.handlers().forEach(h -> counts.merge(h, waiters.count(h), Integer::sum));
    }
    return counts;
  }

  /**
   * Returns the handlers that messages wait for although a node has capacity. Call only on the
   * event loop.
   */
  public List<String> blockedDespiteCapacity() {
    return held.isEmpty() && heldCalls.isEmpty()
        ? List.of()
        : mpQueue.all().stream().flatMap(m -> blockedDespiteCapacity(m).stream()).toList();
  }

  private void releaseCapacity() {
    while (capacityFreed && !(held.isEmpty() && heldCalls.isEmpty())) {
      capacityFreed = false;
      for (String handler : heldCalls.handlers()) {
        giveAll(heldCalls, handler);
      }
      for (String handler : held.handlers()) {
        releaseCapacity(handler);
      }
    }
    capacityFreed = false;
  }

  /**
   * Wakes the messages that wait for the handler, each once, in order, while a node has capacity. A
   * message that is bound to a full node returns to the end of the queue.
   */
  private void releaseCapacity(String handler) {
    giveEach(held, handler, () -> directory.hasCapacity(handler));
  }

  /**
   * Wakes each message that waits for the handler once. A message that finds no capacity continues
   * to wait.
   */
  private void giveAll(CapacityWaiters waiters, String handler) {
    giveEach(waiters, handler, () -> true);
  }

  private void giveEach(CapacityWaiters waiters, String handler, BooleanSupplier more) {
    for (int left = waiters.count(handler); left > 0 && more.getAsBoolean(); left--) {
      waiters.poll(handler).ifPresent(first -> give(first, new Event.CapacityFreed(handler)));
    }
  }

  private List<String> blockedDespiteCapacity(DHMContext message) {
    current = message;
    return message.execution().blockedDespiteCapacity(this);
  }

  private void give(DHMContext message, Event event) {
    now = ticker.nanos();
    current = message;
    try {
      message.execution().on(event, this, effects);
    } catch (RuntimeException e) {
      counters.count(Counter.ERRORS);
      LOG.error("Message failed id={} event={}", message.id(), event, e);
      compensateAll(message, new Fault(Fault.Code.HANDLER_FAILED, "", "internal error: " + e));
    }
    message.request(effects);
    effects.clear();
    mpQueue.touched(message);
  }

  /**
   * Compensates the performed handlers. If that also fails, the message ends without compensation.
   */
  private void compensateAll(DHMContext message, Fault fault) {
    try {
      message.execution().on(new Event.Broken(fault), this, effects);
    } catch (RuntimeException e) {
      counters.count(Counter.ERRORS);
      LOG.error("Failed to compensate message={}", message.id(), e);
      message.execution().on(new Event.Abandoned(fault), this, effects);
    }
  }

  /**
   * Delivers {@code event} to the message with this id; returns false if it is not in execution.
   */
  boolean apply(MessageId id, Event event) {
    Optional<DHMContext> message = mpQueue.find(id);
    message.ifPresent(m -> apply(m, event));
    return message.isPresent();
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long precise() {
    return ticker.nanos();
  }

  @Override
  public boolean computesElsewhere(long load) {
    return largeWork.takes(load);
  }

  @Override
  public Optional<NodeId> place(PlacementRequest request) {
    return directory.place(request);
  }

  @Override
  public Optional<NodeId> placeBy(long affinity, PlacementRequest request) {
    return directory.placeBy(affinity, request);
  }

  @Override
  public OptionalLong largest(PlacementRequest request) {
    return directory.largest(request);
  }

  @Override
  public boolean alive(NodeId node) {
    return directory.reaches(node);
  }

  @Override
  public Optional<NodeId> named(String node) {
    return directory.named(node);
  }

  @Override
  public long taken(NodeId node) {
    return directory.taken(node);
  }

  @Override
  public boolean hasCapacity(NodeId node, String handler, long bytes) {
    return current.isNestedCall
        ? directory.hasCapacityForCall(node, handler, bytes)
        : directory.hasCapacity(node, handler, bytes);
  }

  @Override
  public boolean acceptsSpeculative(NodeId node) {
    return speculative && directory.has(node, NodeStatus.Trait.SPECULATIVE);
  }

  @Override
  public boolean mayContinue(NodeId node, String handler, long bytes) {
    return directory.mayContinue(node, handler, bytes, history.times(handler).usualNanos());
  }

  @Override
  public boolean canForward(NodeId node) {
    return direct && directory.canForward(node, now);
  }

  @Override
  public Optional<NodeId> placeSpeculative(PlacementRequest request, boolean avoidBusy) {
    return direct ? directory.placeSpeculative(request, avoidBusy, now) : Optional.empty();
  }

  @Override
  public long latencyNanos() {
    return roundTripNanos / 2;
  }

  @Override
  public void roundTripTook(long nanos) {
    roundTripNanos =
        roundTripNanos == 0 ? nanos : roundTripNanos + (nanos - roundTripNanos) / OBSERVATIONS;
  }

  @Override
  public void forwardLost(NodeId node) {
    directory.forwardLost(node, now);
  }

  @Override
  public void awaitCapacity(String handler) {
    (current.isNestedCall ? heldCalls : held).add(handler, current);
  }

  @Override
  public void assigned(NodeId node, String handler, long bytes) {
    directory.assigned(node, handler, bytes);
    budget().attempted(now);
    onNodes.computeIfAbsent(node, n -> new LinkedHashMap<>(4)).merge(current, 1, Integer::sum);
  }

  @Override
  public void released(NodeId node, String handler, long bytes, long sentAt, Release how) {
    directory.released(node, handler, bytes, sentAt, now, how);
    onNodes.computeIfPresent(
        node,
        (n, there) -> {
          there.computeIfPresent(current, (message, tasks) -> tasks == 1 ? null : tasks - 1);
          return there.isEmpty() ? null : there;
        });
    capacityFreed = true;
  }

  @Override
  public void ran(String handler, long nanos) {
    history.times(handler).add(nanos);
  }

  @Override
  public void failed(NodeId node, String handler, HandlerResult result) {
    failures.failed(current.id(), node, handler, result);
  }

  @Override
  public long usualNanos(String handler) {
    return history.times(handler).usualNanos();
  }

  @Override
  public long leastNanos(String handler) {
    return history.times(handler).leastNanos();
  }

  @Override
  public void skipped(String handler) {
    history.times(handler).skip();
  }

  @Override
  public boolean mayRepeat() {
    return budget().allows(now);
  }

  @Override
  public void repeated() {
    budget().repeated(now);
  }

  private RetryBudget budget() {
    return history.budget(current.state().orchestrationName());
  }

  @Override
  public double jitter() {
    return random.getAsDouble();
  }

  @Override
  public void count(Counter counter) {
    counters.count(counter);
  }
}
