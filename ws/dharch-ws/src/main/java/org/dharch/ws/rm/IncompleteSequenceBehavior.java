package org.dharch.ws.rm;

/**
 * The treatment of undelivered messages when a sequence with gaps ends (WS-ReliableMessaging 1.2,
 * section 3.4). 1.0 does not define it and uses {@link #NO_DISCARD}.
 */
public enum IncompleteSequenceBehavior {
  /** Discards all messages of a sequence with a gap, so none is delivered before the end. */
  DISCARD_ENTIRE_SEQUENCE("DiscardEntireSequence"),
  /** Discards the messages after the first gap. */
  DISCARD_FOLLOWING_FIRST_GAP("DiscardFollowingFirstGap"),
  /** Delivers all received messages. */
  NO_DISCARD("NoDiscard");

  private final String text;

  IncompleteSequenceBehavior(String text) {
    this.text = text;
  }

  /** The value in messages. */
  public String text() {
    return text;
  }
}
