package org.dharch.ws.rm;

/** Decides whether a sequence can accept another message, and frees capacity for it. */
final class SinkBounds {
  private final SinkTransition transition;
  private final Held messages;

  SinkBounds(SinkTransition transition, Held messages) {
    this.transition = transition;
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
      transition.act(new RmAction.Dropped(number, reason));
    }
    return !reason.isEmpty();
  }

  /**
   * Forgets requests whose owners are dead. Their source may repeat none of them before the
   * rejected one is accepted, so all would wait forever.
   */
  private void forgetDead() {
    for (RmMessage dead :
        messages.due(MessageState.SERVING, transition.now, Math.max(1, transition.serving))) {
      transition.serving--;
      transition.forget(dead.number());
    }
  }

  /** Returns the description of the exceeded bound; empty if there is none. */
  private String tooMuch(long number, boolean isRequest) {
    int kept = isRequest ? transition.serving : transition.held;
    long next = transition.deliveredTo + 1;
    int left =
        transition.inOrder() && number != next && !transition.received.contains(next) ? 1 : 0;
    int leftOfRanges = next == 1 ? left : 0; // any other number in sequence extends the first range
    if (kept + left >= transition.settings.maxHeld()) {
      return kept
          + " messages of the sequence are stored; the maximum is "
          + transition.settings.maxHeld()
          + (left == 0 ? "" : ", including message " + next);
    }
    if (transition.received.add(number).count() + transition.serving + leftOfRanges
        > transition.settings.maxRanges()) {
      return transition.received.count()
          + " ranges are received; the maximum is "
          + transition.settings.maxRanges();
    }
    return "";
  }
}
