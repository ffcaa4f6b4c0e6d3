package org.dharch.ws.rm;

/** Decides whether a sequence can accept another message, and frees capacity for it. */
final class SinkBounds {
  private final SinkTransition turn;
  private final Held messages;

  SinkBounds(SinkTransition turn, Held messages) {
    this.turn = turn;
    this.messages = messages;
  }

  /**
   * Whether another message would exceed a bound. It is then not acknowledged, and so repeated.
   * In-order delivery reserves a slot for the message that all others wait for; otherwise it could
   * never be accepted.
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
   * Forgets requests whose owners are dead. Their source may repeat none of them before the
   * rejected one is accepted, so all would wait forever.
   */
  private void forgetDead() {
    for (RmMessage dead : messages.due(MessageState.SERVING, turn.now, Math.max(1, turn.serving))) {
      turn.serving--;
      turn.forget(dead.number());
    }
  }

  /** Returns the description of the exceeded bound; empty if there is none. */
  private String tooMuch(long number, boolean isRequest) {
    int kept = isRequest ? turn.serving : turn.held;
    long next = turn.deliveredTo + 1;
    int left = turn.inOrder() && number != next && !turn.received.contains(next) ? 1 : 0;
    int leftOfRanges = next == 1 ? left : 0; // any other number in sequence extends the first range
    if (kept + left >= turn.settings.maxHeld()) {
      return kept
          + " messages of the sequence are stored; the maximum is "
          + turn.settings.maxHeld()
          + (left == 0 ? "" : ", including message " + next);
    }
    if (turn.received.add(number).count() + turn.serving + leftOfRanges
        > turn.settings.maxRanges()) {
      return turn.received.count()
          + " ranges are received; the maximum is "
          + turn.settings.maxRanges();
    }
    return "";
  }
}
