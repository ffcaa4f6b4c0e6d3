package org.dharch.ws.rm;

/** Whether a sequence takes one message more, and what makes place for it. */
final class SinkBounds {
  private final SinkTransition turn;
  private final Held messages;

  SinkBounds(SinkTransition turn, Held messages) {
    this.turn = turn;
    this.messages = messages;
  }

  /**
   * Whether one more would break a bound: it is not acknowledged, and so comes again. In order, a
   * place is left for the message that all others wait for, or it could never come.
   */
  boolean isTooMuch(long number, boolean isRequest) {
    if (tooMuch(number, isRequest).isEmpty()) {
      return false;
    }
    forgetDead();
    String reason = tooMuch(number, isRequest);
    if (!reason.isEmpty()) {
      turn.act(new RmAction.Dropped(number, reason));
    }
    return !reason.isEmpty();
  }

  /**
   * Requests whose hands are dead make place, as if they had not come: their source may send none
   * of them again before it is rid of the one that finds no place, and all would wait for ever.
   */
  private void forgetDead() {
    for (RmMessage dead : messages.due(MessageState.SERVING, turn.now, Math.max(1, turn.serving))) {
      turn.serving--;
      turn.forget(dead.number());
    }
  }

  /** The bound that one more would break, in words; empty if there is none. */
  private String tooMuch(long number, boolean isRequest) {
    int kept = isRequest ? turn.serving : turn.held;
    long next = turn.deliveredTo + 1;
    int left = turn.inOrder() && number != next && !turn.received.contains(next) ? 1 : 0;
    int leftOfRanges = next == 1 ? left : 0; // any other next continues the first range
    if (kept + left >= turn.settings.maxHeld()) {
      return kept
          + " messages of the sequence wait; "
          + turn.settings.maxHeld()
          + " may"
          + (left == 0 ? "" : ", message " + next + " among them");
    }
    if (turn.received.add(number).count() + turn.serving + leftOfRanges
        > turn.settings.maxRanges()) {
      return turn.received.count()
          + " ranges are received; "
          + turn.settings.maxRanges()
          + " may be, at most";
    }
    return "";
  }
}
