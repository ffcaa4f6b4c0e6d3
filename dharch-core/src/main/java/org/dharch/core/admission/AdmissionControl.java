package org.dharch.core.admission;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.OnRestart;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.MessageTraces;
import org.dharch.core.context.Telemetry;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.flow.Classifier;
import org.dharch.core.flow.Classifier.Verdict;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.message.Admission;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.recovery.FailedMessageRecords;
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

  private static final String TOO_DEEP =
      "calls of handlers that wait for each other, deeper than " + CallDepth.MOST;

  private final DHManagerConfig config;
  private final HandlerOrchestrationManager orchestrationManager;
  private final StoreAgent storeAgent;
  private final QueueAdmission entry;
  private final Classifier classifier;
  private final MessageIds ids;
  private final Counters counters;
  private final MessageTraces traces;
  private final StartupGracePeriod grace;
  private volatile boolean closed;

  public AdmissionControl(
      DHManagerConfig config,
      HandlerOrchestrationManager orchestrationManager,
      StoreAgent storeAgent,
      QueueAdmission entry,
      MessageIds ids,
      Telemetry telemetry,
      StartupGracePeriod grace) {
    this.config = config;
    this.orchestrationManager = orchestrationManager;
    this.storeAgent = storeAgent;
    this.entry = entry;
    this.classifier = new Classifier(config.flow());
    this.ids = ids;
    this.counters = telemetry.counters();
    this.traces = telemetry.traces();
    this.grace = grace;
  }

  /** Implements {@code DHManager.admit} and {@code DHManager.admitCallerRuns}. */
  public <C> Admission admit(
      Gateway<C> gateway, C context, Submission submission, boolean callerRuns) {
    MessageView view =
        new MessageView(submission.envelope(), submission.properties(), config.limits());
    Optional<Assignment> assignment;
    Verdict verdict;
    try {
      assignment = orchestrationManager.choose(submission, view).or(() -> slotOnly(submission));
      if (assignment.isEmpty()) {
        return new Admission.PassThrough();
      }
      verdict = classifier.of(submission, view);
    } catch (MalformedMessageException e) {
      return refused(new Fault(Fault.Code.MALFORMED, "", e.getMessage()));
    }
    Orchestration orchestration = assignment.get().orchestration();
    boolean durable = submission.oneWay() && orchestration.durable();
    boolean mayWait = durable && storeAgent.accepted().canReplay();
    if (CallDepth.isTooDeep(submission.properties())) {
      counters.count(Counter.BUSY);
      return entry.busy(TOO_DEEP, 0);
    }
    Optional<Fault> refusal = refusal(submission).or(() -> noEnvelope(submission, orchestration));
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    MessageId id = ids.next();
    Submission message = traces.begun(id, submission);
    Optional<Fault> unservable = unservable(orchestration);
    boolean early = unservable.isPresent() && !mayWait && grace.lasts();
    if (unservable.isPresent() && !mayWait && !early) {
      storeAgent
          .failures()
          .failed(
              message,
              Outcome.Failed.of(id, unservable.get(), Timeline.empty(id, orchestration.name())),
              FailedMessageRecords.Rest.NONE);
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
            entry.enter(
                id,
                new CMCQueue.Held<>(gateway, context, message),
                assignment.get(),
                verdict,
                durability(id, gateway, orchestration, Optional.empty()),
                Optional.empty(),
                early);
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
    if (!entry.hasCapacity()) {
      counters.count(Counter.BUSY);
      return Optional.of(entry.full());
    }
    try {
      if (storeAgent.accepted().accept(id, follows, message)) {
        return Optional.empty();
      }
      counters.count(Counter.BUSY);
      return Optional.of(entry.busy("the store of accepted messages is full", 0));
    } catch (StoreException | MalformedMessageException e) {
      LOG.error("Rejected a durable one-way message reason={}", e.getMessage());
      return Optional.of(
          refused(new Fault(Fault.Code.NOT_STORED, "", "the message could not be stored")));
    }
  }

  private DHMContext.Durability durability(
      MessageId id, Gateway<?> gateway, Orchestration orchestration, Optional<Progress> earlier) {
    return new DHMContext.Durability(onRestart(id, orchestration), gateway.handsOver(), earlier);
  }

  private OnRestart onRestart(MessageId id, Orchestration orchestration) {
    if (storeAgent.accepted().isKept(id)) {
      return OnRestart.RESUME;
    }
    return orchestration.recovery() == CrashRecovery.COMPENSATE
        ? OnRestart.COMPENSATE
        : OnRestart.DISCARD;
  }

  /** Implements {@code DHManager.busy}. */
  public Optional<Admission.Busy> busy() {
    return entry.busy(Optional.empty());
  }

  /** Implements {@code DHManager.busy(String)}. */
  public Optional<Admission.Busy> busy(String within) {
    return entry.busy(Optional.of(within));
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
    if (entry.executes(id) || closed) {
      return false; // it still executes, or the manager is closed
    }
    storeAgent.accepted().executes(id, message, state);
    Verdict verdict = classifier.of(message.submission(), view(message));
    Optional<Admission.Busy> busy =
        entry.enter(
            id,
            new CMCQueue.Held<>(gateway, context, message.submission()),
            assignment,
            verdict,
            durability(id, gateway, assignment.orchestration(), earlier),
            note(message, state, earlier),
            false);
    if (busy.isEmpty()) {
      return true;
    }
    storeAgent.accepted().notAdmitted(id);
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
    return entry.hasCapacity();
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
   * Generates message ids from a counter that a bijection scatters, so that ids differ in their
   * first digits, and 64 random bits for each incarnation of the manager. Ids of one incarnation
   * are unique. Ids of two incarnations collide only if their random bits are equal (probability
   * 2^-64).
   */
  public static final class MessageIds {
    private final long low;
    private final AtomicLong counter;

    public MessageIds(long low, long first) {
      this.low = low;
      this.counter = new AtomicLong(first);
    }

    public MessageId next() {
      long z = counter.getAndIncrement();
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return new MessageId(z ^ (z >>> 31), low);
    }
  }
}
