package org.dharch.ws.rm;

/** Whether a sequence takes one message more, and what makes place for it. */
final class SinkBounds {
  private final SinkTransition transition;
  private final Held messages;

  SinkBounds(SinkTransition transition, Held messages) {
    this.transition = transition;
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
      transition.act(new RmAction.Dropped(number, reason));
    }
    return !reason.isEmpty();
  }

  /**
   * Requests whose hands are dead make place, as if they had not come: their source may send none
   * of them again before it is rid of the one that finds no place, and all would wait for ever.
   */
  private void forgetDead() {
    for (RmMessage dead : messages.due(MessageState.SERVING, transition.now, Math.max(1, transition.serving))) {
      transition.serving--;
      transition.forget(dead.number());
    }
  }

  /** The bound that one more would break, in words; empty if there is none. */
  private String tooMuch(long number, boolean isRequest) {
    int kept = isRequest ? transition.serving : transition.held;
    long next = transition.deliveredTo + 1;
    int left = transition.inOrder() && number != next && !transition.received.contains(next) ? 1 : 0;
    int leftOfRanges = next == 1 ? left : 0; // any other next continues the first range
    if (kept + left >= transition.settings.maxHeld()) {
      return kept
          + " messages of the sequence wait; "
          + transition.settings.maxHeld()
          + " may"
          + (left == 0 ? "" : ", message " + next + " among them");
    }
    if (transition.received.add(number).count() + transition.serving + leftOfRanges
        > transition.settings.maxRanges()) {
      return transition.received.count()
          + " ranges are received; "
          + transition.settings.maxRanges()
          + " may be, at most";
    }
    return "";
  }
}
