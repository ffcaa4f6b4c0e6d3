package org.dharch.ws.rm;

/**
 * What a sink does with messages that it has not delivered yet when a sequence ends that has gaps
 * (WS-ReliableMessaging 1.2, section 3.4). 1.0 has no word for it; there it is {@link #NO_DISCARD}.
 */
public enum IncompleteSequenceBehavior {
  /** Of a sequence with a gap nothing is delivered: so nothing is before its end. */
  DISCARD_ENTIRE_SEQUENCE("DiscardEntireSequence"),
  /** What follows the first gap is not delivered. */
  DISCARD_FOLLOWING_FIRST_GAP("DiscardFollowingFirstGap"),
  /** All that was received is delivered. */
  NO_DISCARD("NoDiscard");

  private final String text;

  IncompleteSequenceBehavior(String text) {
    this.text = text;
  }

  /** As it stands in a message. */
  public String text() {
    return text;
  }
}
