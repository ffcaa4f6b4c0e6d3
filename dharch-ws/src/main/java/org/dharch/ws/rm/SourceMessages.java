package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Manages the messages of a source: each is stored and retransmitted until it is acknowledged. Its
 * number stays recorded as long as the DHArch message may be repeated, so that a repetition does
 * not take a second number.
 */
final class SourceMessages {
  private static final int BATCH = 64;

  private final SourceTransition transition;
  private final Held messages;

  /** Changed messages; empty for forgotten ones. */
  private final Map<Long, Optional<RmMessage>> changed = new LinkedHashMap<>();

  SourceMessages(SourceTransition transition, Held messages) {
    this.transition = transition;
    this.messages = messages;
  }

  /** Sends a message before the sequence is created. */
  void queue(RmEvent.Send event) {
    if (event.hasCapacity() && hasCapacity() && messages.by(event.by()).isEmpty()) {
      take(event, MessageState.QUEUED);
    }
    transition.act(RmAction.Defer.after(event.waits()));
  }

  /** Sends a message of a sequence that accepts messages. */
  void send(RmEvent.Send event) {
    if (goesAgain(event)) {
      return;
    }
    if (transition.taken == RmVersion.MAX_MESSAGE_NUMBER) {
      transition.act(new RmAction.AnotherSequence());
    } else if (!event.hasCapacity() || !hasCapacity()) {
      transition.act(RmAction.Defer.after(event.waits()));
    } else {
      if (transition.isAllAcknowledged()) {
        transition.expectSink();
      }
      take(event, MessageState.SENT);
      if (event.isLast()) {
        transition.lastNumber = transition.taken;
        transition.state =
            transition.terms.version().hasLastMessage() ? SourceState.ENDING : SourceState.CLOSING;
      }
      transition.act(new RmAction.SendNow(transition.taken, isLast(transition.taken), false));
    }
  }

  /** Repeats a message of a sequence that accepts no new ones. */
  void sendAgain(RmEvent.Send event) {
    if (!goesAgain(event)) {
      transition.act(new RmAction.AnotherSequence());
    }
  }

  /** Handles a message of a failed sequence. */
  void sendInVain(RmEvent.Send event) {
    if (messages.by(event.by()).isEmpty()) {
      transition.act(new RmAction.AnotherSequence());
    } else {
      transition.act(
          new RmAction.Refuse(new Refusal(Refusal.Kind.SEQUENCE_TERMINATED, transition.reason())));
    }
  }

  /**
   * Whether another unacknowledged message is allowed. Capacity for a response is reserved when its
   * request is accepted, because a response cannot be deferred after its service was called.
   */
  private boolean hasCapacity() {
    long inFlight = transition.taken - transition.acknowledged.size();
    return transition.isOffered() || inFlight < transition.settings.maxInFlight();
  }

  /** Stores a new message with the next number. */
  private void take(RmEvent.Send event, MessageState state) {
    transition.taken++;
    boolean isSent = state == MessageState.SENT;
    RmMessage message =
        new RmMessage(
            transition.taken,
            state,
            event.by(),
            0,
            0,
            isSent ? transition.now : 0,
            isSent ? interval(0) : transition.now + transition.settings.queuedMillis(),
            SinkTransition.plus(transition.now, event.handMillis()),
            event.envelope().length,
            false);
    keep(message, Optional.of(event.envelope()));
  }

  /** Repeats a message that has a number already; returns false if it has none. */
  private boolean goesAgain(RmEvent.Send event) {
    Optional<RmMessage> known = messages.by(event.by());
    known.ifPresent(
        message -> {
          if (message.state() == MessageState.QUEUED) {
            keep(message.sent(0, transition.now, interval(0)), Optional.empty());
          }
          transition.act(new RmAction.SendNow(message.number(), isLast(message.number()), true));
        });
    return known.isPresent();
  }

  /**
   * Releases waiting messages when the sequence has been created. Their DHArch messages are
   * repeated, however long that takes. If the store sent them earlier, the answer would arrive
   * where no caller waits for it.
   */
  void comeBack() {
    long due = transition.now + transition.settings.queuedMillis();
    for (RmMessage message :
        messages.in(MessageState.QUEUED, transition.settings.maxInFlight() + 1)) {
      keep(message.waiting(due), Optional.empty());
    }
  }

  /** Sends the empty LastMessage (1.0). */
  void last() {
    RmMessage message = RmMessage.of(transition.lastNumber, MessageState.SENT, "", 0);
    keep(message.sent(0, transition.now, interval(0)), Optional.empty());
    if (transition.hasAddress()) {
      transmit(message);
    }
  }

  void onTheWire(RmEvent.OnTheWire event) {
    messages
        .at(event.number())
        .filter(message -> message.bytes() > 0)
        .ifPresent(
            message -> keep(message.wire(event.envelope().length), Optional.of(event.envelope())));
  }

  /**
   * Handles an acknowledgement.
   *
   * @return false, without effect, if it covers a message that still waits for its sequence
   */
  boolean acknowledged(Ranges numbers) {
    Ranges fresh = numbers.subtract(transition.acknowledged);
    List<RmMessage> kept = new ArrayList<>();
    for (int r = 0; r < fresh.count(); r++) {
      int most = transition.settings.maxInFlight() + 1;
      kept.addAll(messages.between(fresh.lower(r), fresh.upper(r), most));
    }
    if (kept.stream().anyMatch(message -> message.state() == MessageState.QUEUED)) {
      return false;
    }
    if (!fresh.isEmpty()) {
      transition.acknowledged = transition.acknowledged.addAll(fresh);
      settle(fresh, kept);
      transition.act(new RmAction.Settled(fresh));
      hasten();
    }
    return true;
  }

  private void settle(Ranges fresh, List<RmMessage> kept) {
    Ranges forgotten = fresh;
    for (RmMessage message : kept) {
      if (message.until() > transition.now) {
        keep(message.acknowledged(), Optional.empty());
        forgotten = forgotten.subtract(Ranges.of(message.number(), message.number()));
      }
    }
    if (!forgotten.isEmpty()) {
      forget(forgotten);
    }
  }

  /** Shortens long retransmission delays because the sink is active. */
  private void hasten() {
    if (!transition.isRetried) {
      return;
    }
    transition.isRetried = false;
    for (RmMessage message :
        messages.in(MessageState.SENT, transition.settings.maxInFlight() + 1)) {
      if (message.attempts() > 0 && !transition.acknowledged.contains(message.number())) {
        keep(message.hastened(interval(0)), Optional.empty());
      }
    }
  }

  /** Retransmits due messages, in bounded batches. */
  void sendDue() {
    List<RmMessage> due = new ArrayList<>(messages.due(MessageState.QUEUED, transition.now, BATCH));
    due.addAll(messages.due(MessageState.SENT, transition.now, BATCH));
    for (RmMessage message : due) {
      int nth = message.state() == MessageState.QUEUED ? 0 : message.attempts() + 1;
      sendAgain(message, nth);
    }
    if (due.size() >= BATCH) {
      transition.due(transition.now);
    }
  }

  private void sendAgain(RmMessage message, int nth) {
    transition.isRetried |= nth > 0;
    keep(message.sent(nth, transition.now, interval(nth)), Optional.empty());
    transmit(message);
  }

  /** Retransmits missing messages, each at most once per interval. */
  void lacking(Ranges numbers) {
    int left = BATCH;
    long interval = transition.settings.retransmission().baseMillis();
    for (int r = 0; r < numbers.count() && left > 0; r++) {
      for (RmMessage message : messages.between(numbers.lower(r), numbers.upper(r), left)) {
        left--;
        if (message.state() == MessageState.SENT && message.sentAt() + interval <= transition.now) {
          sendAgain(message, message.attempts());
        }
      }
    }
  }

  /**
   * Returns the first pending message to a polling sink: one that was not acknowledged within an
   * interval after its transmission.
   */
  void fetched(boolean isMore) {
    long before = transition.now - transition.settings.retransmission().baseMillis();
    List<RmMessage> waiting =
        messages.in(MessageState.SENT, transition.settings.maxInFlight() + 1).stream()
            .filter(message -> message.sentAt() <= before)
            .limit(2)
            .toList();
    if (!waiting.isEmpty()) {
      RmMessage first = waiting.get(0);
      keep(first.sent(first.attempts() + 1, transition.now, interval(0)), Optional.empty());
      transition.act(new RmAction.HandOver(transmission(first), isMore || waiting.size() > 1));
    }
  }

  /** Whether the message carries LastMessage. */
  private boolean isLast(long number) {
    return number == transition.lastNumber && transition.terms.version().hasLastMessage();
  }

  private void transmit(RmMessage message) {
    transition.act(transmission(message));
  }

  private RmAction.Transmit transmission(RmMessage message) {
    return new RmAction.Transmit(
        message.number(), isLast(message.number()), message.bytes() == 0, message.isWire());
  }

  /** Forgets the records of messages that cannot be repeated. */
  void forgetStale() {
    List<RmMessage> stale = messages.due(MessageState.ACKNOWLEDGED, transition.now, BATCH);
    Ranges numbers = Ranges.EMPTY;
    for (RmMessage message : stale) {
      numbers = numbers.add(message.number());
    }
    if (!numbers.isEmpty()) {
      forget(numbers);
    }
    if (stale.size() >= BATCH) {
      transition.due(transition.now);
    }
  }

  /** Computes the next due time. */
  void dueNext() {
    transition.due(messages.nextDue(transition.now));
    changed.values().forEach(one -> one.ifPresent(message -> transition.due(message.dueAt())));
  }

  private long interval(int nth) {
    return transition.hasAddress()
        ? transition.now + transition.settings.retransmission().millis(nth, transition.random)
        : RmMessage.NEVER;
  }

  private void keep(RmMessage message, Optional<byte[]> envelope) {
    changed.put(message.number(), Optional.of(message));
    transition.act(new RmAction.Keep(message, envelope));
    transition.due(message.dueAt());
  }

  private void forget(Ranges numbers) {
    transition.act(new RmAction.Forget(numbers));
  }
}
