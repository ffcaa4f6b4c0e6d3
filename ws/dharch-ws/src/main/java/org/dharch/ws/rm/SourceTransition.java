package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.dharch.core.states.TransitionTable;

/**
 * Handles one event at a source: implements the actions of {@link SourceTable} and collects the new
 * state and the actions.
 */
final class SourceTransition {
  private static final String DECLINED = "the sink declined the sequence offered for responses";

  private final SourceSequence before;
  private final List<RmAction> actions = new ArrayList<>();
  final SourceMessages sent;

  final Terms terms;
  final SourceSettings settings;
  final RandomGenerator random;
  final long now;
  SourceState state;
  long taken;
  long lastNumber;
  Ranges acknowledged;
  boolean isRetried;
  private Optional<SequenceId> id;
  private boolean isClosing;
  private int attempts;
  private String reason;
  private long expiresAt;
  private long activeAt;
  private long retryAt;
  private long dueAt;

  SourceTransition(
      SourceSequence before,
      SequenceMessages messages,
      SourceSettings settings,
      RandomGenerator random,
      long now) {
    this.before = before;
    this.settings = settings;
    this.random = random;
    this.now = now;
    terms = before.terms();
    id = before.id();
    state = before.state();
    taken = before.numbers().taken();
    lastNumber = before.numbers().last();
    acknowledged = before.numbers().acknowledged();
    isRetried = before.numbers().isRetried();
    isClosing = before.isClosing();
    attempts = before.control().attempts();
    reason = before.reason();
    expiresAt = before.times().expiresAt();
    activeAt = before.times().activeAt();
    retryAt = before.control().retryAt();
    dueAt = before.dueAt();
    sent = new SourceMessages(this, messages);
  }

  RmStep<SourceSequence> apply(RmEvent.AtSource event) {
    TransitionTable.Row<SourceState, SourceTrigger, SourceTable.Action> row =
        SourceTable.TABLE.row(state, SourceTrigger.of(event));
    if (!row.isTaken()) {
      return new RmStep<>(before, List.of());
    }
    row.action().apply(this, event);
    row.check(state);
    return new RmStep<>(
        new SourceSequence(
            before.key(),
            id,
            terms,
            before.isOffered(),
            state,
            new SourceSequence.Numbers(taken, lastNumber, acknowledged, isRetried),
            isClosing,
            new SourceSequence.ControlMessage(attempts, retryAt),
            reason,
            new RmSequence.Times(expiresAt, activeAt, dueAt)),
        List.copyOf(actions));
  }

  // ---- shared with the messages

  void add(RmAction action) {
    actions.add(action);
  }

  void due(long at) {
    dueAt = Math.min(dueAt, at);
  }

  /** Returns true if it can send at any time, not only in responses to its sink. */
  boolean hasAddress() {
    return terms.hasAddress();
  }

  boolean isAllAcknowledged() {
    return acknowledged.size() == taken;
  }

  boolean isOffered() {
    return before.isOffered();
  }

  String reason() {
    return reason;
  }

  /** Starts to expect messages of the sink. */
  void expectSink() {
    activeAt = now;
    due(inactiveAt());
  }

  // ---- lifetime

  void open(RmEvent.Open event) {
    expiresAt = event.expiresAt();
    if (event.id().isPresent()) {
      id = event.id();
      state = SourceState.CREATED;
      recordActivity();
    } else {
      state = SourceState.CREATING;
      expiresAt = Math.min(expiresAt, plus(settings.createMillis()));
      sendControl(new RmAction.RequestSequence(), 0);
    }
    due(expiresAt);
  }

  void created(RmEvent.Created event) {
    if (!terms.offered().isEmpty() && !event.acceptsOffer()) {
      declined(event.id());
      return;
    }
    id = Optional.of(event.id());
    reason = "";
    state = SourceState.CREATED;
    expiresAt = event.expiresAt();
    retryAt = RmMessage.NEVER;
    recordActivity();
    sent.releaseQueued();
    due(plus(settings.queuedMillis())); // the earliest transmission from the store
    if (!terms.offered().isEmpty()) {
      add(new RmAction.OfferAnswered(true));
    }
    if (isClosing) {
      close();
    }
  }

  /**
   * Fails, because responses have no sequence. If the request was repeated, waits for the response
   * of the sequence that accepts the offer.
   */
  private void declined(SequenceId created) {
    if (attempts > 0) {
      reason = DECLINED;
      return;
    }
    id = Optional.of(created);
    add(new RmAction.OfferAnswered(false));
    fail(DECLINED, true);
  }

  void refused(RmEvent.CreateRefused event) {
    fail("the sink refused the sequence: " + event.reason(), true);
  }

  void closeLater() {
    isClosing = true;
  }

  void close() {
    if (taken == 0) {
      terminate();
    } else if (terms.version().hasLastMessage()) {
      state = SourceState.ENDING;
      if (lastNumber == 0 && terms.endpoint().isEmpty()) {
        lastNumber = taken; // no answer has to carry an empty message
      } else if (lastNumber == 0 && taken < RmVersion.MAX_MESSAGE_NUMBER) {
        lastNumber = ++taken;
        sent.sendLastMessage();
      }
      progress();
    } else {
      state = SourceState.CLOSING;
      lastNumber = taken;
      progress();
    }
  }

  /** Continues the end of the sequence when all messages are acknowledged. */
  void progress() {
    if (!isAllAcknowledged()) {
      return;
    }
    if (state == SourceState.ENDING) {
      terminate();
    } else if (state == SourceState.CLOSING && !hasAddress()) {
      terminate();
    } else if (state == SourceState.CLOSING && retryAt == RmMessage.NEVER) {
      sendControl(new RmAction.SendClose(lastNumber), 0);
    } else if (state == SourceState.FAILED) {
      terminated();
    }
  }

  void closeAnswered() {
    recordActivity();
    if (isAllAcknowledged()) {
      terminate();
    }
  }

  private void terminate() {
    if (!hasAddress()) {
      terminated();
      return;
    }
    state = SourceState.TERMINATING;
    sendControl(new RmAction.SendTerminate(lastNumber), 0);
  }

  void terminated() {
    state = SourceState.TERMINATED;
    retryAt = RmMessage.NEVER;
    reason = "";
    expiresAt = plus(settings.keptMillis());
    due(expiresAt);
  }

  void faulted(RmEvent.Faulted event) {
    if (isAllAcknowledged() && event.refusal().kind() == Refusal.Kind.SEQUENCE_CLOSED) {
      terminate();
    } else {
      fail(event.refusal().kind() + ": " + event.refusal().reason(), false);
    }
  }

  void abandoned(RmEvent.Abandoned event) {
    fail(event.reason(), true);
  }

  /** Ends the sequence as failed; unacknowledged messages are stored for an operator. */
  private void fail(String failure, boolean isSinkInformed) {
    Ranges lost = sent.unacknowledged();
    if (isSinkInformed && id.isPresent() && hasAddress()) {
      add(new RmAction.SendTerminate(lastNumber)); // once; the sink may forget the sequence anyway
    }
    if (!lost.isEmpty()) {
      add(new RmAction.Lost(lost, failure));
    }
    if (lost.isEmpty() || !hasAddress()) {
      terminated(); // responses are repeated only on request
    } else {
      state = SourceState.FAILED;
      reason = failure;
      retryAt = RmMessage.NEVER;
    }
  }

  void drop() {
    state = SourceState.NONE;
    add(new RmAction.RemoveSequence());
  }

  void time() {
    dueAt = RmMessage.NEVER;
    switch (state) {
      case TERMINATED -> {
        if (now >= expiresAt) {
          drop();
          return;
        }
        due(expiresAt);
      }
      case CREATING -> creationTimer();
      case TERMINATING -> terminationTimer();
      case CREATED, CLOSING, ENDING -> messageTimer();
      case NONE, FAILED -> {}
    }
    due(retryAt);
    sent.forgetStale();
    sent.dueNext();
  }

  private void creationTimer() {
    if (now >= expiresAt) {
      fail(reason.isEmpty() ? "the sequence was not created in time" : reason, true);
      return;
    }
    if (retryAt <= now) {
      sendControl(new RmAction.RequestSequence(), attempts + 1);
    }
    due(expiresAt);
  }

  private void terminationTimer() {
    if (retryAt <= now) {
      if (attempts + 1 >= settings.maxTerminations()) {
        terminated();
      } else {
        sendControl(new RmAction.SendTerminate(lastNumber), attempts + 1);
      }
    }
  }

  private void messageTimer() {
    boolean isInactive = !isAllAcknowledged() && now >= inactiveAt();
    if (now >= expiresAt || isInactive) {
      fail(isInactive ? "the sink was silent for too long" : "the sequence expired", true);
      return;
    }
    if (state == SourceState.CREATED && idleAt() <= now) {
      close();
    } else if (retryAt <= now && attempts + 1 >= settings.maxTerminations()) {
      terminate(); // only informs the sink
    } else if (retryAt <= now) {
      sendControl(new RmAction.SendClose(lastNumber), attempts + 1);
    }
    if (hasAddress()) {
      sent.sendDue();
    }
    due(state == SourceState.TERMINATED ? expiresAt : expiry());
  }

  private long expiry() {
    return Math.min(expiresAt, isAllAcknowledged() ? idleAt() : inactiveAt());
  }

  private long inactiveAt() {
    return plus(activeAt, terms.inactivityMillis());
  }

  /** When the sequence becomes idle; never for an offered sequence. */
  private long idleAt() {
    boolean canBeIdle = !before.isOffered() && state == SourceState.CREATED && isAllAcknowledged();
    return canBeIdle ? plus(activeAt, settings.idleMillis()) : RmMessage.NEVER;
  }

  /** Sends a control message and schedules its repetition. */
  private void sendControl(RmAction.Emission request, int attempt) {
    attempts = attempt;
    retryAt = now + settings.retransmission().millis(attempt, random);
    due(retryAt);
    add(request);
  }

  void recordActivity() {
    activeAt = now;
    due(expiry());
  }

  // ---- messages

  void acknowledged(RmEvent.Acknowledged event) {
    if (event.ranges().max() > taken || !sent.acknowledged(event.ranges())) {
      invalid();
      return;
    }
    recordActivity();
    if (event.isFinal() && !isAllAcknowledged() && state != SourceState.FAILED) {
      fail("the sink accepts no more messages", true);
    } else if (event.isFinal() && state != SourceState.FAILED) {
      terminate();
    } else {
      progress();
    }
  }

  void invalid() {
    add(
        new RmAction.Refuse(
            new Refusal(
                Refusal.Kind.INVALID_ACKNOWLEDGEMENT,
                "the acknowledgement covers messages that were not sent; the last one sent is "
                    + taken)));
  }

  /** A sink that polls without acknowledging counts as inactive. */
  void fetched(RmEvent.Fetched event) {
    sent.returnPending(event.isMore());
  }

  void resendMissing(RmEvent.Missing event) {
    recordActivity();
    if (hasAddress()) {
      sent.resendMissing(event.numbers());
    }
  }

  private long plus(long millis) {
    return plus(now, millis);
  }

  private static long plus(long time, long millis) {
    return SinkTransition.plus(time, millis);
  }
}
