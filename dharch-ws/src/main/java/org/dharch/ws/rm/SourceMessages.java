package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What becomes of the messages of a source: each is kept until its number is acknowledged, and sent
 * again meanwhile. That it was there is noted as long as DHArch's message may come once more, which
 * must not take a second number.
 */
final class SourceMessages {
  private static final int BATCH = 64;

  private final SourceTurn turn;
  private final Held messages;

  /** What this turn changed; without a value for what is forgotten. */
  private final Map<Long, Optional<RmMessage>> changed = new LinkedHashMap<>();

  SourceMessages(SourceTurn turn, Held messages) {
    this.turn = turn;
    this.messages = messages;
  }

  Optional<RmMessage> find(String by) {
    return messages.by(by);
  }

  /** Keeps a new message, with this number. */
  void take(RmEvent.Send event, long number, MessageState state) {
    int length = event.envelope().length;
    long until = SinkTurn.plus(turn.now, event.handMillis());
    long due = turn.now + turn.settings.queuedMillis();
    if (state == MessageState.SENT) {
      due = interval(0);
    }
    keep(
        new RmMessage(
            number,
            state,
            event.by(),
            0,
            0,
            state == MessageState.SENT ? turn.now : 0,
            due,
            until,
            length,
            false),
        Optional.of(event.envelope()));
  }

  /** The same message comes again: whether it has a number, which it goes out with. */
  boolean again(RmEvent.Send event) {
    Optional<RmMessage> known = find(event.by());
    known.ifPresent(
        message -> {
          if (message.state() == MessageState.QUEUED) {
            keep(message.sent(0, turn.now, interval(0)), Optional.empty());
          }
          turn.act(
              new RmAction.SendNow(message.number(), message.number() == turn.lastNumber));
        });
    return known.isPresent();
  }

  /** The message of 1.0 that says nothing but that it is the last. */
  void last() {
    RmMessage message = RmMessage.of(turn.lastNumber, MessageState.SENT, "", 0);
    keep(message.sent(0, turn.now, interval(0)), Optional.empty());
    if (turn.hasAddress()) {
      transmit(message);
    }
  }

  void onTheWire(RmEvent.OnTheWire event) {
    messages
        .at(event.number())
        .filter(message -> message.bytes() > 0)
        .ifPresent(
            message ->
                keep(message.wire(event.envelope().length), Optional.of(event.envelope())));
  }

  /**
   * The sink has these.
   *
   * @return false if it cannot: one of them still waits for its sequence. Nothing is done then
   */
  boolean acknowledged(Ranges numbers) {
    Ranges fresh = numbers.subtract(turn.acknowledged);
    List<RmMessage> kept = new ArrayList<>();
    for (int r = 0; r < fresh.count(); r++) {
      int most = turn.settings.maxInFlight() + 1;
      kept.addAll(messages.between(fresh.lower(r), fresh.upper(r), most));
    }
    if (kept.stream().anyMatch(message -> message.state() == MessageState.QUEUED)) {
      return false;
    }
    if (!fresh.isEmpty()) {
      turn.acknowledged = turn.acknowledged.addAll(fresh);
      settle(fresh, kept);
      turn.act(new RmAction.Settled(fresh));
      hasten();
    }
    return true;
  }

  private void settle(Ranges fresh, List<RmMessage> kept) {
    Ranges forgotten = fresh;
    for (RmMessage message : kept) {
      if (message.until() > turn.now) {
        keep(message.acknowledged(), Optional.empty());
        forgotten = forgotten.subtract(Ranges.of(message.number(), message.number()));
      }
    }
    if (!forgotten.isEmpty()) {
      forget(forgotten);
    }
  }

  /** The sink is there: what waits for long is tried again soon. */
  private void hasten() {
    if (!turn.isRetried) {
      return;
    }
    turn.isRetried = false;
    for (RmMessage message : messages.in(MessageState.SENT, turn.settings.maxInFlight() + 1)) {
      if (message.attempts() > 0 && !turn.acknowledged.contains(message.number())) {
        keep(message.hastened(interval(0)), Optional.empty());
      }
    }
  }

  /** Sends again what is due, some of it if it is much. */
  void sendDue() {
    List<RmMessage> due = new ArrayList<>(messages.due(MessageState.QUEUED, turn.now, BATCH));
    due.addAll(messages.due(MessageState.SENT, turn.now, BATCH));
    for (RmMessage message : due) {
      int nth = message.state() == MessageState.QUEUED ? 0 : message.attempts() + 1;
      sendAgain(message, nth);
    }
    if (due.size() >= BATCH) {
      turn.due(turn.now);
    }
  }

  private void sendAgain(RmMessage message, int nth) {
    turn.isRetried |= nth > 0;
    keep(message.sent(nth, turn.now, interval(nth)), Optional.empty());
    transmit(message);
  }

  /** Sends again what the sink lacks, each once in an interval. */
  void lacking(Ranges numbers) {
    int left = BATCH;
    long interval = turn.settings.retransmission().baseMillis();
    for (int r = 0; r < numbers.count() && left > 0; r++) {
      for (RmMessage message : messages.between(numbers.lower(r), numbers.upper(r), left)) {
        left--;
        if (message.state() == MessageState.SENT && message.sentAt() + interval <= turn.now) {
          sendAgain(message, message.attempts());
        }
      }
    }
  }

  private void transmit(RmMessage message) {
    turn.act(
        new RmAction.Transmit(
            message.number(),
            message.number() == turn.lastNumber,
            message.bytes() == 0,
            message.isWire()));
  }

  /** Notes of messages that cannot come again. */
  void forgetStale() {
    List<RmMessage> stale = messages.due(MessageState.ACKNOWLEDGED, turn.now, BATCH);
    Ranges numbers = Ranges.EMPTY;
    for (RmMessage message : stale) {
      numbers = numbers.add(message.number());
    }
    if (!numbers.isEmpty()) {
      forget(numbers);
    }
    if (stale.size() >= BATCH) {
      turn.due(turn.now);
    }
  }

  /** When the next of them is due. */
  void dueNext() {
    turn.due(messages.nextDue(turn.now));
    changed.values().forEach(one -> one.ifPresent(message -> turn.due(message.dueAt())));
  }

  private long interval(int nth) {
    return turn.hasAddress()
        ? turn.now + turn.settings.retransmission().millis(nth, turn.random)
        : RmMessage.NEVER;
  }

  private void keep(RmMessage message, Optional<byte[]> envelope) {
    changed.put(message.number(), Optional.of(message));
    turn.act(new RmAction.Keep(message, envelope));
    turn.due(message.dueAt());
  }

  private void forget(Ranges numbers) {
    turn.act(new RmAction.Forget(numbers));
  }
}
