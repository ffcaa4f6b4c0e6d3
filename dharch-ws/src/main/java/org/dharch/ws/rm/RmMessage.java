package org.dharch.ws.rm;

/**
 * One message of a sequence as its source or its sink keeps it, without its envelope. Times are
 * milliseconds of the store's clock. Immutable.
 *
 * @param number its number in the sequence, from 1 on
 * @param by what has it in hand: the id of DHArch's message for a source's and for a request, that
 *     of the emission for one on its way from a sink's store; empty if nothing has
 * @param replyNumber the number of its response in the offered sequence; 0 if there is none
 * @param attempts how often it was sent again since anything was acknowledged, or delivered in vain
 * @param sentAt when it was sent last; 0 if never
 * @param dueAt when something is to be done about it; {@link #NEVER} if nothing by itself
 * @param until until when {@code by} is believed to have it, or to come again
 * @param bytes how long its envelope is; 0 if none is kept
 * @param isWire whether its envelope is what goes on the wire, as it was signed; else the
 *     sequence's headers are still to be added
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

  /** A message that comes into the store with an envelope of that length. */
  static RmMessage of(long number, MessageState state, String by, int bytes) {
    return new RmMessage(number, state, by, 0, 0, 0, NEVER, 0, bytes, false);
  }

  /** Sent again by its source. */
  RmMessage sent(int nth, long now, long due) {
    return new RmMessage(
        number, MessageState.SENT, by, replyNumber, nth, now, due, until, bytes, isWire);
  }

  /** Acknowledged; its number stays noted until {@link #until}. */
  RmMessage acknowledged() {
    return new RmMessage(
        number, MessageState.ACKNOWLEDGED, by, replyNumber, 0, sentAt, until, until, 0, false);
  }

  /** With the envelope that goes on the wire. */
  RmMessage wire(int length) {
    return new RmMessage(
        number, state, by, replyNumber, attempts, sentAt, dueAt, until, length, true);
  }

  /** Waits for its sequence, and is sent by itself then. */
  RmMessage waiting(long due) {
    return new RmMessage(
        number, state, by, replyNumber, attempts, sentAt, due, until, bytes, isWire);
  }

  /** Due then at the latest, and tried again as if for the first time. */
  RmMessage hastened(long due) {
    return new RmMessage(
        number, state, by, replyNumber, 0, sentAt, Math.min(dueAt, due), until, bytes, isWire);
  }

  /** In that hand until then, and looked at then. */
  RmMessage inHand(MessageState now, String hand, long end) {
    return new RmMessage(number, now, hand, replyNumber, attempts, sentAt, end, end, bytes, isWire);
  }

  /** In no hand. */
  RmMessage released(MessageState now, int tries, long due) {
    return new RmMessage(number, now, "", replyNumber, tries, sentAt, due, 0, bytes, isWire);
  }

  /** A request with its response: a number of the offered sequence, or kept with the request. */
  RmMessage answered(long reply, int length, long due) {
    return new RmMessage(
        number, MessageState.ANSWERED, by, reply, 0, sentAt, due, 0, length, isWire);
  }
}
