package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the messages of a source and retransmits them until they are acknowledged. The number of a
 * message stays recorded while its DHArch message may be repeated.
 */
final class SourceMessages {
  private static final int BATCH = 64;

  private final SourceTransition transition;
  private final SequenceMessages messages;

  /** Changed messages; empty for forgotten ones. */
  private final Map<Long, Optional<RmMessage>> changed = new LinkedHashMap<>();

  SourceMessages(SourceTransition transition, SequenceMessages messages) {
    this.transition = transition;
    this.messages = messages;
  }

  void queue(RmEvent.Send event) {
    if (event.hasCapacity() && hasCapacity() && messages.ownedBy(event.owner()).isEmpty()) {
      storeNew(event, MessageState.QUEUED);
    }
    transition.add(RmAction.Defer.after(event.waits()));
  }

  void send(RmEvent.Send event) {
    if (repeatKnown(event)) {
      return;
    }
    if (transition.taken == RmVersion.MAX_MESSAGE_NUMBER) {
      transition.add(new RmAction.AnotherSequence());
    } else if (!event.hasCapacity() || !hasCapacity()) {
      transition.add(RmAction.Defer.after(event.waits()));
    } else {
      if (transition.isAllAcknowledged()) {
        transition.expectSink();
      }
      storeNew(event, MessageState.SENT);
      if (event.isLast()) {
        transition.lastNumber = transition.taken;
        transition.state =
            transition.terms.version().hasLastMessage() ? SourceState.ENDING : SourceState.CLOSING;
      }
      transition.add(new RmAction.SendNow(transition.taken, isLast(transition.taken), false));
    }
  }

  /** Repeats a message of a sequence that accepts no new ones. */
  void sendAgain(RmEvent.Send event) {
    if (!repeatKnown(event)) {
      transition.add(new RmAction.AnotherSequence());
    }
  }

  void sendAfterFailure(RmEvent.Send event) {
    if (messages.ownedBy(event.owner()).isEmpty()) {
      transition.add(new RmAction.AnotherSequence());
    } else {
      transition.add(
          new RmAction.Refuse(new Refusal(Refusal.Kind.SEQUENCE_TERMINATED, transition.reason())));
    }
  }

  /**
   * Capacity for a response is reserved with its request, because it cannot be deferred after its
   * service was called.
   */
  private boolean hasCapacity() {
    long inFlight = transition.taken - transition.acknowledged.size();
    return transition.isOffered() || inFlight < transition.settings.maxInFlight();
  }

  /** Stores a new message with the next number. */
  private void storeNew(RmEvent.Send event, MessageState state) {
    transition.taken++;
    boolean isSent = state == MessageState.SENT;
    RmMessage message =
        new RmMessage(
            transition.taken,
            state,
            event.owner(),
            0,
            0,
            isSent ? transition.now : 0,
            isSent ? interval(0) : transition.now + transition.settings.queuedMillis(),
            SinkTransition.plus(transition.now, event.ownershipMillis()),
            event.envelope().length,
            false);
    store(message, Optional.of(event.envelope()));
  }

  /** Returns false if the message has no number. */
  private boolean repeatKnown(RmEvent.Send event) {
    Optional<RmMessage> known = messages.ownedBy(event.owner());
    known.ifPresent(
        message -> {
          if (message.state() == MessageState.QUEUED) {
            store(message.resent(0, transition.now, interval(0)), Optional.empty());
          }
          transition.add(new RmAction.SendNow(message.number(), isLast(message.number()), true));
        });
    return known.isPresent();
  }

  /**
   * Releases waiting messages when the sequence has been created. They are sent by their repeated
   * DHArch messages; if the store sent them earlier, no caller would wait for the response.
   */
  void releaseQueued() {
    long due = transition.now + transition.settings.queuedMillis();
    for (RmMessage message :
        messages.in(MessageState.QUEUED, transition.settings.maxInFlight() + 1)) {
      store(message.waitingUntil(due), Optional.empty());
    }
  }

  /** Sends the empty LastMessage (1.0). */
  void sendLastMessage() {
    RmMessage message = RmMessage.of(transition.lastNumber, MessageState.SENT, "", 0);
    store(message.resent(0, transition.now, interval(0)), Optional.empty());
    if (transition.hasAddress()) {
      transmit(message);
    }
  }

  /** Returns the unacknowledged messages; the empty LastMessage (1.0) is no message of a caller. */
  Ranges unacknowledged() {
    Ranges all =
        transition.taken == 0
            ? Ranges.EMPTY
            : Ranges.of(1, transition.taken).subtract(transition.acknowledged);
    return messages
        .at(transition.lastNumber)
        .filter(last -> last.bytes() == 0)
        .map(last -> all.subtract(Ranges.of(last.number(), last.number())))
        .orElse(all);
  }

  void wireForm(RmEvent.WireForm event) {
    messages
        .at(event.number())
        .filter(message -> message.bytes() > 0)
        .ifPresent(
            message -> store(message.wire(event.envelope().length), Optional.of(event.envelope())));
  }

  /** Returns false, without effect, if a message is covered that still waits for its sequence. */
  boolean acknowledged(Ranges numbers) {
    Ranges fresh = numbers.subtract(transition.acknowledged);
    List<RmMessage> stored = new ArrayList<>();
    for (int r = 0; r < fresh.count(); r++) {
      int limit = transition.settings.maxInFlight() + 1;
      stored.addAll(messages.between(fresh.lower(r), fresh.upper(r), limit));
    }
    if (stored.stream().anyMatch(message -> message.state() == MessageState.QUEUED)) {
      return false;
    }
    if (!fresh.isEmpty()) {
      transition.acknowledged = transition.acknowledged.addAll(fresh);
      removeAcknowledged(fresh, stored);
      transition.add(new RmAction.Confirmed(fresh));
      hasten();
    }
    return true;
  }

  private void removeAcknowledged(Ranges fresh, List<RmMessage> stored) {
    Ranges forgotten = fresh;
    for (RmMessage message : stored) {
      if (message.until() > transition.now) {
        store(message.acknowledged(), Optional.empty());
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
        store(message.dueBy(interval(0)), Optional.empty());
      }
    }
  }

  /** Retransmits due messages in bounded batches; from the second time on asks for an answer. */
  void sendDue() {
    List<RmMessage> due = new ArrayList<>(messages.due(MessageState.QUEUED, transition.now, BATCH));
    due.addAll(messages.due(MessageState.SENT, transition.now, BATCH));
    for (RmMessage message : due) {
      int attempt = message.state() == MessageState.QUEUED ? 0 : message.attempts() + 1;
      sendAgain(message, attempt);
    }
    if (due.stream().anyMatch(message -> message.attempts() > 0)) {
      transition.add(new RmAction.RequestAcknowledgement());
    }
    if (due.size() >= BATCH) {
      transition.due(transition.now);
    }
  }

  private void sendAgain(RmMessage message, int attempt) {
    transition.isRetried |= attempt > 0;
    store(message.resent(attempt, transition.now, interval(attempt)), Optional.empty());
    transmit(message);
  }

  /** Retransmits missing messages, each at most once per interval. */
  void resendMissing(Ranges numbers) {
    int remaining = BATCH;
    long interval = transition.settings.retransmission().baseMillis();
    for (int r = 0; r < numbers.count() && remaining > 0; r++) {
      for (RmMessage message : messages.between(numbers.lower(r), numbers.upper(r), remaining)) {
        remaining--;
        if (message.state() == MessageState.SENT && message.sentAt() + interval <= transition.now) {
          sendAgain(message, message.attempts());
        }
      }
    }
  }

  /**
   * Returns the first message to a polling sink that was not acknowledged within an interval after
   * its transmission.
   */
  void returnPending(boolean isMore) {
    long before = transition.now - transition.settings.retransmission().baseMillis();
    List<RmMessage> pending =
        messages.in(MessageState.SENT, transition.settings.maxInFlight() + 1).stream()
            .filter(message -> message.sentAt() <= before)
            .limit(2)
            .toList();
    if (!pending.isEmpty()) {
      RmMessage first = pending.get(0);
      store(first.resent(first.attempts() + 1, transition.now, interval(0)), Optional.empty());
      transition.add(new RmAction.ReturnMessage(transmission(first), isMore || pending.size() > 1));
    }
  }

  /** Returns true if the message has LastMessage. */
  private boolean isLast(long number) {
    return number == transition.lastNumber && transition.terms.version().hasLastMessage();
  }

  private void transmit(RmMessage message) {
    transition.add(transmission(message));
  }

  private RmAction.Transmit transmission(RmMessage message) {
    return new RmAction.Transmit(
        message.number(), isLast(message.number()), message.bytes() == 0, message.isWire());
  }

  /** Forgets acknowledged messages that cannot be repeated. */
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

  void dueNext() {
    transition.due(messages.nextDue(transition.now));
    changed
        .values()
        .forEach(
            changedMessage -> changedMessage.ifPresent(message -> transition.due(message.dueAt())));
  }

  private long interval(int attempt) {
    return transition.hasAddress()
        ? transition.now + transition.settings.retransmission().millis(attempt, transition.random)
        : RmMessage.NEVER;
  }

  private void store(RmMessage message, Optional<byte[]> envelope) {
    changed.put(message.number(), Optional.of(message));
    transition.add(new RmAction.StoreMessage(message, envelope));
    transition.due(message.dueAt());
  }

  private void forget(Ranges numbers) {
    transition.add(new RmAction.Forget(numbers));
  }
}
