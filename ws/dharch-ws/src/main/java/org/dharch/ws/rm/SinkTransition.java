package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.dharch.core.states.TransitionTable;

/**
 * Handles one event at a sink: implements the actions of {@link SinkTable} and collects the new
 * state and the actions.
 */
final class SinkTransition {
  private static final int BATCH = 64;

  private final SinkSequence before;
  private final SequenceMessages messages;
  private final List<RmAction> actions = new ArrayList<>();

  /** Changed messages; empty for forgotten ones. */
  private final Map<Long, Optional<RmMessage>> changed = new LinkedHashMap<>();

  final SinkDeliveries deliveries;
  final SinkRequests requests;
  final SinkBounds bounds;

  final Terms terms;
  final SinkSettings settings;
  final RandomGenerator random;
  final long now;
  SinkState state;
  Ranges received;
  long deliveredTo;
  int held;
  int delivering;
  int serving;
  private long lastNumber;
  private long expiresAt;
  private long activeAt;
  private long ackAt;
  private long dueAt;

  SinkTransition(
      SinkSequence before,
      SequenceMessages messages,
      SinkSettings settings,
      RandomGenerator random,
      long now) {
    this.before = before;
    this.messages = messages;
    this.settings = settings;
    this.random = random;
    this.now = now;
    terms = before.terms();
    state = before.state();
    received = before.received();
    deliveredTo = before.deliveredTo();
    lastNumber = before.lastNumber();
    held = before.counts().held();
    delivering = before.counts().delivering();
    serving = before.counts().serving();
    expiresAt = before.times().expiresAt();
    activeAt = before.times().activeAt();
    ackAt = before.ackAt();
    dueAt = before.dueAt();
    deliveries = new SinkDeliveries(this, messages);
    requests = new SinkRequests(this, messages);
    bounds = new SinkBounds(this, messages);
  }

  RmStep<SinkSequence> apply(RmEvent.AtSink event) {
    TransitionTable.Row<SinkState, SinkTrigger, SinkTable.Action> row =
        SinkTable.TABLE.row(state, SinkTrigger.of(event));
    if (!row.isTaken()) {
      return new RmStep<>(before, List.of());
    }
    row.action().apply(this, event);
    row.check(state);
    if (state == SinkState.TERMINATED && held == 0 && serving == 0) {
      due(Math.max(expiresAt, now));
    }
    return new RmStep<>(
        new SinkSequence(
            before.id(),
            terms,
            state,
            received,
            deliveredTo,
            lastNumber,
            new SinkSequence.Counts(held, delivering, serving),
            new RmSequence.Times(expiresAt, activeAt, dueAt),
            ackAt),
        List.copyOf(actions));
  }

  // ---- shared with the deliveries

  Optional<RmMessage> at(long number) {
    return changed.containsKey(number) ? changed.get(number) : messages.at(number);
  }

  boolean isChanged(long number) {
    return changed.containsKey(number);
  }

  /** Returns the changed messages that are still stored. */
  Collection<RmMessage> changedMessages() {
    return changed.values().stream().flatMap(Optional::stream).toList();
  }

  void store(RmMessage message, Optional<byte[]> envelope) {
    changed.put(message.number(), Optional.of(message));
    actions.add(new RmAction.StoreMessage(message, envelope));
    due(message.dueAt());
  }

  void forget(long number) {
    changed.put(number, Optional.empty());
    actions.add(new RmAction.Forget(Ranges.of(number, number)));
  }

  void add(RmAction action) {
    actions.add(action);
  }

  void due(long at) {
    dueAt = Math.min(dueAt, at);
  }

  boolean inOrder() {
    return terms.assurance().inOrder();
  }

  // ---- lifetime of the sequence

  void create(RmEvent.Create event) {
    if (event.refusal().isPresent()) {
      refuse(Refusal.Kind.CREATE_SEQUENCE_REFUSED, event.refusal().get());
      return;
    }
    state = SinkState.CREATED;
    expiresAt = event.expiresAt();
    recordActivity();
    add(new RmAction.Granted());
  }

  void close(RmEvent.CloseRequested event) {
    recordActivity();
    close(SinkState.CLOSED, event.last());
    add(new RmAction.CloseAnswer(acknowledgement()));
    deliveries.deliverNext();
  }

  void closeAgain() {
    recordActivity();
    add(new RmAction.CloseAnswer(acknowledgement()));
  }

  void terminate(RmEvent.TerminateRequested event) {
    recordActivity();
    close(SinkState.TERMINATED, event.last());
    terminateAgain();
    deliveries.deliverNext();
  }

  void terminateAgain() {
    add(new RmAction.TerminateAnswer(acknowledgement()));
  }

  /**
   * The caller may be unable to deliver the stored messages, so another check of the sequence does
   * it.
   */
  void end() {
    close(SinkState.TERMINATED, 0);
    if (held > 0) {
      due(now);
    }
  }

  void drop() {
    state = SinkState.NONE;
    add(new RmAction.RemoveSequence());
  }

  private void close(SinkState to, long last) {
    if (last > 0) {
      lastNumber = last;
    }
    boolean wasOpen = state == SinkState.CREATED;
    state = to;
    if (wasOpen) {
      deliveries.discard(lastNumber);
    }
    if (to == SinkState.TERMINATED) {
      expiresAt = plus(now, settings.keptMillis());
      ackAt = RmMessage.NEVER;
      due(serving > 0 ? now : expiresAt);
    }
  }

  void time() {
    if (state != SinkState.TERMINATED && now >= expiry()) {
      end();
    }
    if (ackAt <= now) {
      ackAt = RmMessage.NEVER;
      add(new RmAction.SendAcknowledgement(acknowledgement()));
    }
    dueAt = RmMessage.NEVER;
    boolean isMore = forgetStale();
    deliveries.expireLeases();
    deliveries.deliverNext();
    if (state == SinkState.TERMINATED && now >= expiresAt && held == 0 && serving == 0) {
      drop();
      return;
    }
    due(state == SinkState.TERMINATED ? (now < expiresAt ? expiresAt : dueAt) : expiry());
    due(ackAt);
    due(messages.nextDue(now));
    changedMessages().forEach(message -> due(message.dueAt()));
    if (isMore) {
      due(now);
    }
  }

  /**
   * Forgets expired responses and requests of an ended sequence. Returns true if there may be more.
   */
  private boolean forgetStale() {
    List<RmMessage> stale = new ArrayList<>(messages.due(MessageState.ANSWERED, now, BATCH));
    if (state == SinkState.TERMINATED) {
      List<RmMessage> unserved = messages.due(MessageState.SERVING, now, BATCH);
      serving -= unserved.size();
      stale.addAll(unserved);
    }
    stale.forEach(message -> forget(message.number()));
    return stale.size() >= BATCH;
  }

  private long expiry() {
    return Math.min(expiresAt, plus(activeAt, terms.inactivityMillis()));
  }

  // ---- messages

  void oneWay(RmEvent.OneWay event) {
    recordActivity();
    long number = event.number();
    if (!received.contains(number) && at(number).isEmpty()) {
      if (isBeyondLast(number, event.isLast())) {
        return;
      }
      if (!event.hasCapacity()) {
        add(new RmAction.Dropped(number, "the store is full"));
        ack();
        return;
      }
      if (bounds.exceedsBounds(number, false)) {
        ack();
        return;
      }
      received = received.add(number);
      if (!event.isEmpty()) {
        deliveries.store(number, event.envelope());
      }
    }
    ack();
  }

  /** Refuses a number above the last number (1.0). */
  boolean isBeyondLast(long number, boolean isLast) {
    if (isLast && number >= received.max()) {
      lastNumber = number;
    }
    boolean isBeyond = lastNumber > 0 && number > lastNumber;
    if (isBeyond || (isLast && number < received.max())) {
      refuse(
          Refusal.Kind.LAST_MESSAGE_NUMBER_EXCEEDED,
          "message "
              + Math.max(number, received.max())
              + " must not be above the last, which is "
              + Math.max(1, isLast ? number : lastNumber));
      return true;
    }
    return false;
  }

  void servedUnknown() {
    add(new RmAction.SendUnchanged());
  }

  // ---- answers

  void ackNow() {
    recordActivity();
    if (terms.acksOnBackChannel()) {
      add(new RmAction.Acknowledge(acknowledgement()));
    } else {
      ackAt = RmMessage.NEVER;
      add(new RmAction.SendAcknowledgement(acknowledgement()));
      add(new RmAction.Accept());
    }
  }

  /** Schedules an acknowledgement message if there is an address for it. */
  void ackSoon() {
    if (!terms.acksOnBackChannel()) {
      ackAt = Math.min(ackAt, plus(now, settings.ackMillis()));
      due(ackAt);
    }
  }

  void ack() {
    if (terms.acksOnBackChannel()) {
      add(new RmAction.Acknowledge(acknowledgement()));
    } else {
      ackSoon();
      add(new RmAction.Accept());
    }
  }

  void defer(int waits) {
    add(RmAction.Defer.after(waits));
  }

  void closed() {
    recordActivity();
    refuse(Refusal.Kind.SEQUENCE_CLOSED, "the sequence is closed and accepts no more messages");
  }

  void terminated() {
    refuse(Refusal.Kind.SEQUENCE_TERMINATED, "the sequence is terminated");
  }

  void unknown() {
    refuse(Refusal.Kind.UNKNOWN_SEQUENCE, "the sequence is unknown");
  }

  void refuse(Refusal.Kind kind, String reason) {
    add(new RmAction.Refuse(new Refusal(kind, reason)));
  }

  void recordActivity() {
    activeAt = now;
    due(expiry());
  }

  Acknowledgement acknowledgement() {
    return new Acknowledgement(before.id(), received, state != SinkState.CREATED);
  }

  static long plus(long time, long millis) {
    return time > RmMessage.NEVER - millis ? RmMessage.NEVER : time + millis;
  }
}
