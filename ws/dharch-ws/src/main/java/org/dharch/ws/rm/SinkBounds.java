package org.dharch.ws.rm;

/** Decides whether a sequence has capacity for another message, and frees capacity for it. */
final class SinkBounds {
  private final SinkTransition transition;
  private final SequenceMessages messages;

  SinkBounds(SinkTransition transition, SequenceMessages messages) {
    this.transition = transition;
    this.messages = messages;
  }

  /**
   * Returns true if another message would exceed a bound, so it is not acknowledged. In-order
   * delivery reserves a slot for the next message, which could otherwise never be accepted.
   */
  boolean exceedsBounds(long number, boolean isRequest) {
    if (exceededBound(number, isRequest).isEmpty()) {
      return false;
    }
    forgetExpired();
    String reason = exceededBound(number, isRequest);
    if (!reason.isEmpty()) {
      transition.add(new RmAction.Dropped(number, reason));
    }
    return !reason.isEmpty();
  }

  /**
   * Forgets requests whose owners are dead. Otherwise, in-order sources could wait forever for
   * them.
   */
  private void forgetExpired() {
    for (RmMessage expired :
        messages.due(MessageState.SERVING, transition.now, Math.max(1, transition.serving))) {
      transition.serving--;
      transition.forget(expired.number());
    }
  }

  /** Returns the exceeded bound; empty if there is none. */
  private String exceededBound(long number, boolean isRequest) {
    int stored = isRequest ? transition.serving : transition.held;
    long next = transition.deliveredTo + 1;
    int reserved =
        transition.inOrder() && number != next && !transition.received.contains(next) ? 1 : 0;
    int reservedRanges = next == 1 ? reserved : 0; // other next numbers extend the first range
    if (stored + reserved >= transition.settings.maxHeld()) {
      return stored
          + " messages of the sequence are stored; the maximum is "
          + transition.settings.maxHeld()
          + (reserved == 0 ? "" : ", including message " + next);
    }
    if (transition.received.add(number).count() + transition.serving + reservedRanges
        > transition.settings.maxRanges()) {
      return transition.received.count()
          + " ranges are received; the maximum is "
          + transition.settings.maxRanges();
    }
    return "";
  }
}
