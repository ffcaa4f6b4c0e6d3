package org.dharch.ws.rm;

/**
 * The record of one message of a sequence, without its envelope. Times are milliseconds of the
 * store's clock. Immutable.
 *
 * @param number its number in the sequence, from 1 on
 * @param by its owner: the id of the DHArch message at a source and for a request, or of the
 *     emission that delivers it; empty if it has none
 * @param replyNumber the number of its response in the offered sequence; 0 if there is none
 * @param attempts the number of retransmissions since the last acknowledgement, or of failed
 *     deliveries
 * @param sentAt the time of the last transmission; 0 if never
 * @param dueAt the time of the next action; {@link #NEVER} if there is none
 * @param until how long {@code by} is assumed to own it or to be repeated
 * @param bytes the length of its envelope; 0 if none is stored
 * @param isWire whether its envelope is in wire form, including signatures; otherwise the
 *     sequence's headers must be added
 */
public record RmMessage(
    long number,
    MessageState state,
    String by,
    long replyNumber,
    int attempts,
    long sentAt,
    long dueAt,
    long until,
    int bytes,
    boolean isWire) {

  /** Later than any time. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Creates the record of a new message with an envelope of that length. */
  static RmMessage of(long number, MessageState state, String by, int bytes) {
    return new RmMessage(number, state, by, 0, 0, 0, NEVER, 0, bytes, false);
  }

  /** After a retransmission by its source. */
  RmMessage sent(int nth, long now, long due) {
    return new RmMessage(
        number, MessageState.SENT, by, replyNumber, nth, now, due, until, bytes, isWire);
  }

  /** After its acknowledgement; its number stays recorded until {@link #until}. */
  RmMessage acknowledged() {
    return new RmMessage(
        number, MessageState.ACKNOWLEDGED, by, replyNumber, 0, sentAt, until, until, 0, false);
  }

  /** With an envelope in wire form. */
  RmMessage wire(int length) {
    return new RmMessage(
        number, state, by, replyNumber, attempts, sentAt, dueAt, until, length, true);
  }

  /** Waiting for its sequence, to be sent from the store at that time. */
  RmMessage waiting(long due) {
    return new RmMessage(
        number, state, by, replyNumber, attempts, sentAt, due, until, bytes, isWire);
  }

  /** Due at that time at the latest, with the attempts reset. */
  RmMessage hastened(long due) {
    return new RmMessage(
        number, state, by, replyNumber, 0, sentAt, Math.min(dueAt, due), until, bytes, isWire);
  }

  /** Owned by that id until the given time, which is also its due time. */
  RmMessage inHand(MessageState now, String hand, long end) {
    return new RmMessage(number, now, hand, replyNumber, attempts, sentAt, end, end, bytes, isWire);
  }

  /** Without an owner. */
  RmMessage released(MessageState now, int tries, long due) {
    return new RmMessage(number, now, "", replyNumber, tries, sentAt, due, 0, bytes, isWire);
  }

  /**
   * A request with its response: a number of the offered sequence, or an envelope stored with the
   * request.
   */
  RmMessage answered(long reply, int length, long due) {
    return new RmMessage(
        number, MessageState.ANSWERED, by, reply, 0, sentAt, due, 0, length, isWire);
  }
}
