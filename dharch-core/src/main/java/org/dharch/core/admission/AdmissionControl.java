package org.dharch.core.admission;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.OnRestart;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.context.MessageTraces;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.flow.Classifier;
import org.dharch.core.flow.Classifier.Verdict;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.flow.JobSizes.Estimate;
import org.dharch.core.message.Admission;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Recovery;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Slots;
import org.dharch.core.recovery.StoreAgent;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.Gateway;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits or rejects messages: new ones from their gateway, stored ones through {@link
 * ReplayAdmission}. Thread-safe.
 */
public final class AdmissionControl {
  private static final Logger LOG = LoggerFactory.getLogger(AdmissionControl.class);

  private static final String TOO_LATE = "what waits before the message lets it end too late";
  private static final String TOO_NESTED =
      "more than " + NestedCalls.MOST + " calls of services within one request";
  private static final String TOO_DEEP =
      "calls of handlers that wait for each other, deeper than " + CallDepth.MOST;
  private static final long LONGEST_RETRY_NANOS = Duration.ofMinutes(1).toNanos();

  private final DHManagerConfig config;
  private final HandlerOrchestrationManager orchestrationManager;
  private final StoreAgent storeAgent;
  private final CMCQueue cmcQueue;
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Slots slots;
  private final Classifier classifier;
  private final JobSizes sizes;
  private final MessageIds ids;
  private final Counters counters;
  private final StartupGracePeriod grace;
  private final MessageTraces traces;
  private final Conductor conductor;
  private volatile boolean closed;

  public AdmissionControl(
      DHManagerConfig config,
      HandlerOrchestrationManager orchestrationManager,
      StoreAgent storeAgent,
      CMCQueue cmcQueue,
      IMQueue imQueue,
      MPQueue mpQueue,
      Slots slots,
      JobSizes sizes,
      MessageIds ids,
      Counters counters,
      StartupGracePeriod grace,
      MessageTraces traces,
      Conductor conductor) {
    this.config = config;
    this.orchestrationManager = orchestrationManager;
    this.storeAgent = storeAgent;
    this.cmcQueue = cmcQueue;
    this.imQueue = imQueue;
    this.mpQueue = mpQueue;
    this.slots = slots;
    this.classifier = new Classifier(config.flow());
    this.sizes = sizes;
    this.ids = ids;
    this.counters = counters;
    this.grace = grace;
    this.traces = traces;
    this.conductor = conductor;
  }

  /** Implements {@code DHManager.admit} and {@code DHManager.admitCallerRuns}. */
  public <C> Admission admit(Gateway<C> gateway, C context, Submission came, boolean callerRuns) {
    MessageView view = new MessageView(came.envelope(), came.properties(), config.limits());
    Optional<Assignment> assignment;
    Verdict verdict;
    try {
      assignment = orchestrationManager.choose(came, view).or(() -> slotOnly(came));
      if (assignment.isEmpty()) {
        return new Admission.PassThrough();
      }
      verdict = classifier.of(came, view);
    } catch (MalformedMessageException e) {
      return refused(new Fault(Fault.Code.MALFORMED, "", e.getMessage()));
    }
    Orchestration orchestration = assignment.get().orchestration();
    boolean durable = came.oneWay() && orchestration.durable();
    boolean mayWait = durable && storeAgent.accepted().canReplay();
    if (CallDepth.isTooDeep(came.properties())) {
      counters.count(Counter.BUSY);
      return busy(TOO_DEEP, 0);
    }
    Optional<Fault> refusal = refusal(came).or(() -> noEnvelope(came, orchestration));
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    MessageId id = ids.next();
    Submission message = traces.begun(id, came);
    Optional<Fault> unservable = unservable(orchestration);
    boolean early = unservable.isPresent() && !mayWait && grace.lasts();
    if (unservable.isPresent() && !mayWait && !early) {
      storeAgent
          .failures()
          .failed(
              message,
              new Outcome.Failed(id, unservable.get(), Timeline.empty(id, orchestration.name())),
              Optional.empty(),
              Optional.empty());
      return refused(unservable.get());
    }
    if (durable) {
      Optional<Admission> unstored = store(id, message, orchestration);
      if (unstored.isPresent()) {
        return unstored.get();
      }
      if (unservable.isPresent() && !early) {
        storeAgent.accepted().park(id, "");
        return new Admission.Stored(id);
      }
    }
    Supplier<Optional<Admission.Busy>> entering =
        () ->
            enter(id, gateway, context, message, assignment.get(), verdict, Before.NOTHING, early);
    Optional<Admission.Busy> busy =
        callerRuns
            ? BorrowedThread.lend(new BorrowedThread.Request(id), entering::get)
            : entering.get();
    if (busy.isPresent()) {
      storeAgent.ended().delivered(id); // rejected, so it is not kept in the store
      counters.count(Counter.BUSY);
      return busy.get();
    }
    return new Admission.Accepted(id);
  }

  /**
   * Assigns no handlers to an unmatched request, so that it waits for a slot if the limit covers
   * whole requests.
   */
  private Optional<Assignment> slotOnly(Submission message) {
    boolean bounded =
        config.flow().scope() == ConcurrencyLimitScope.REQUEST && message.flow() == Direction.IN;
    return bounded ? Optional.of(Assignment.NONE) : Optional.empty();
  }

  /** Stores the message; returns the rejection if that fails. */
  private Optional<Admission> store(MessageId id, Submission message, Orchestration follows) {
    if (!hasCapacity()) {
      counters.count(Counter.BUSY);
      return Optional.of(full());
    }
    try {
      if (storeAgent.accepted().accept(id, follows, message)) {
        return Optional.empty();
      }
      counters.count(Counter.BUSY);
      return Optional.of(busy("the store of accepted messages is full", 0));
    } catch (StoreException | MalformedMessageException e) {
      LOG.error("Rejected a durable one-way message reason={}", e.getMessage());
      return Optional.of(
          refused(new Fault(Fault.Code.NOT_STORED, "", "the message could not be stored")));
    }
  }

  /**
   * The history of a message before this admission.
   *
   * @param far its progress in an earlier incarnation of the manager, or when it failed
   * @param note the note about that for its timeline, if the timeline does not have it
   */
  private record Before(Optional<Progress> far, Optional<String> note) {
    static final Before NOTHING = new Before(Optional.empty(), Optional.empty());
  }

  /** Queues the message; returns the reason if it is rejected. */
  private <C> Optional<Admission.Busy> enter(
      MessageId id,
      Gateway<C> gateway,
      C context,
      Submission message,
      Assignment assignment,
      Verdict verdict,
      Before earlier,
      boolean early) {
    Estimate estimate = sizes.estimate(verdict.jobClass());
    long now = config.ticker().nanos();
    String jobClass = sizes.canonical(verdict.jobClass());
    DHMContext entered =
        new DHMContext(
            id,
            message,
            assignment,
            config,
            jobClass,
            verdict.group(),
            estimate.meanNanos(),
            now,
            onRestart(id, assignment.orchestration()),
            gateway.handsOver(),
            earlier.far());
    earlier.note().ifPresent(entered.state()::note);
    Optional<NestedCalls> calls = message.within().flatMap(slots::callsWithin);
    entered.isCall = calls.isPresent();
    entered.isNestedCall = entered.isCall && CallDepth.of(message.properties()) > 0;
    boolean isOfCall =
        message.within().filter(mpQueue::holds).isPresent(); // its request has no handlers
    if (entered.isRequest() || isOfCall) {
      entered.nested = calls.flatMap(NestedCalls::add);
      if (entered.isRequest() && calls.isPresent() && entered.nested.isEmpty()) {
        return Optional.of(busy(TOO_NESTED, 0));
      }
    }
    entered.waits(verdict.priority(), config.flow().waitingLimit().toNanos(), early);
    long least = entered.least(estimate);
    long[] late = {0};
    cmcQueue.put(id, new CMCQueue.Held<>(gateway, context, message));
    IMQueue.Offer offer =
        imQueue.offer(
            entered,
            before -> {
              late[0] = late(entered, waitNanos(before), least, now);
              return late[0] <= 0;
            });
    if (offer == IMQueue.Offer.TAKEN) {
      if (!entered.isCompensationOnly()) {
        counters.count(Counter.ADMITTED);
      }
      conductor.signal();
      return Optional.empty();
    }
    cmcQueue.take(id);
    entered.nested.ifPresent(NestedCalls.Call::over);
    return Optional.of(
        switch (offer) {
          case FULL -> full();
          case GROUP_FULL -> busy("all slots of the message's class are in use", 0);
          default -> late(entered, least, late[0]);
        });
  }

  private Admission.Busy late(DHMContext message, long least, long lateNanos) {
    boolean atOnce = message.arrivedAt() + least < message.deadlineAt();
    if (!atOnce) { // lowers an outdated estimate, which could otherwise reject messages forever
      sizes.refused(message.jobClass());
    }
    return busy(atOnce ? TOO_LATE : FaultReply.TOO_LONG, lateNanos);
  }

  private OnRestart onRestart(MessageId id, Orchestration orchestration) {
    if (storeAgent.accepted().isKept(id)) {
      return OnRestart.RESUME;
    }
    return orchestration.recovery() == Recovery.COMPENSATE
        ? OnRestart.COMPENSATE
        : OnRestart.DISCARD;
  }

  /**
   * Estimates the waiting time of a message with this much work before it. If messages wait, every
   * slot is in use, and each is busy for the residual time of its message.
   */
  private long waitNanos(long before) {
    return before == 0 ? 0 : (before + sizes.any().residual()) / slots.size();
  }

  /**
   * Returns the time by which the message will probably exceed its deadline or the waiting limit.
   */
  private static long late(DHMContext message, long wait, long least, long now) {
    return Math.max(now + wait - message.mayWaitUntil(), now + wait + least - message.deadlineAt());
  }

  /** Rejects a client, which should retry after {@code lateNanos}, within the configured bounds. */
  private Admission.Busy busy(String reason, long lateNanos) {
    long after =
        Math.max(config.flow().retryAfter().toNanos(), Math.min(lateNanos, LONGEST_RETRY_NANOS));
    return new Admission.Busy(reason, Duration.ofNanos(after));
  }

  /** Implements {@code DHManager.busy(Optional)}. */
  public Optional<Admission.Busy> busy(Optional<String> within) {
    if (within.flatMap(CallDepth::request).flatMap(slots::callsWithin).isPresent()) {
      return Optional.empty(); // nested calls precede all waiting messages
    }
    long before = imQueue.workBefore(config.ticker().nanos());
    long late = waitNanos(before) - config.flow().waitingLimit().toNanos();
    if (hasCapacity() && late <= 0) {
      return Optional.empty();
    }
    counters.count(Counter.BUSY);
    return Optional.of(late > 0 ? busy(TOO_LATE, late) : full());
  }

  private Admission.Busy full() {
    return busy("every place is taken: " + config.flow().queueBound() + " messages wait", 0);
  }

  private Admission refused(Fault fault) {
    counters.count(Counter.REFUSED);
    return new Admission.Refused(fault);
  }

  /**
   * Admits a stored message again; returns false if that is not possible now.
   *
   * @param earlier its progress in an earlier incarnation of the manager
   */
  <C> boolean reenter(
      StoredMessage message,
      StoreState state,
      Optional<Progress> earlier,
      Gateway<C> gateway,
      C context,
      Assignment assignment) {
    MessageId own = state == StoreState.ACCEPTED ? message.key().id() : ids.next();
    MessageId id = earlier.map(Progress::id).orElse(own);
    if (mpQueue.holds(id) || closed) {
      return false; // it still executes, or the manager is closed
    }
    storeAgent.accepted().executes(id, message, state);
    Verdict verdict = classifier.of(message.submission(), view(message));
    Before before = new Before(earlier, note(message, state, earlier));
    if (enter(id, gateway, context, message.submission(), assignment, verdict, before, false)
        .isEmpty()) {
      return true;
    }
    storeAgent.accepted().executesNot(id);
    return false;
  }

  private static Optional<String> note(
      StoredMessage message, StoreState state, Optional<Progress> earlier) {
    return state == StoreState.REPLAY && earlier.isEmpty()
        ? message.failure().map(h -> "replayed from the beginning; it had failed: " + h.fault())
        : Optional.empty();
  }

  /** Returns the orchestration that a stored message follows now. */
  Optional<Assignment> choose(StoredMessage message) {
    return orchestrationManager
        .choose(message.submission(), view(message))
        .or(() -> orchestrationManager.named(message.orchestration()));
  }

  private MessageView view(StoredMessage message) {
    Submission stored = message.submission();
    return new MessageView(stored.envelope(), stored.properties(), config.limits());
  }

  /** Returns the reason why the orchestration cannot start now. */
  Optional<Fault> unservable(Orchestration orchestration) {
    return orchestrationManager.unservable(orchestration);
  }

  /** Returns the first of these handlers that no node hosts. */
  Optional<String> unserved(List<String> handlers) {
    return handlers.stream().filter(name -> !orchestrationManager.serves(name)).findFirst();
  }

  boolean hasCapacity() {
    return imQueue.size() < config.flow().queueBound();
  }

  /** Returns the reason to reject the message, independent of its orchestration. */
  Optional<Fault> refusal(Submission message) {
    if (closed) {
      return Optional.of(new Fault(Fault.Code.SHUT_DOWN, "", "the manager was closed"));
    }
    int length = message.envelope().length;
    int max = config.limits().maxPayloadBytes();
    if (length > max) {
      return Optional.of(
          new Fault(
              Fault.Code.TOO_LARGE,
              "",
              "the message's " + length + " bytes are more than maxPayloadBytes=" + max));
    }
    return Optional.empty();
  }

  /**
   * Rejects a message that has handlers but not exactly one body element, or has content after it.
   * Otherwise handlers would see different messages.
   */
  private Optional<Fault> noEnvelope(Submission message, Orchestration orchestration) {
    if (orchestration.body().isEmpty()) {
      return Optional.empty();
    }
    try {
      Envelopes.outline(message.envelope(), config.limits());
      return Optional.empty();
    } catch (MalformedMessageException e) {
      return Optional.of(new Fault(Fault.Code.MALFORMED, "", e.getMessage()));
    }
  }

  /** Stops the admission of messages. */
  public void close() {
    closed = true;
  }

  /**
   * Generates message ids from 64 random bits for each incarnation of the manager and a counter
   * that a bijection scatters. Ids of one incarnation are unique. Ids of two incarnations collide
   * only if their random bits are equal (probability 2^-64).
   */
  public static final class MessageIds {
    private final long high;
    private final AtomicLong counter;

    public MessageIds(long high, long first) {
      this.high = high;
      this.counter = new AtomicLong(first);
    }

    public MessageId next() {
      long z = counter.getAndIncrement();
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return new MessageId(high, z ^ (z >>> 31));
    }
  }
}
