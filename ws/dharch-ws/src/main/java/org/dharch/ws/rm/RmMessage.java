package org.dharch.ws.rm;

/**
 * The record of one message of a sequence, without its envelope. Times are milliseconds of the
 * store's clock. Immutable.
 *
 * @param number its number in the sequence, from 1
 * @param owner the DHArch message at a source and for a request, or the emission that delivers it;
 *     empty if none
 * @param replyNumber the number of its response in the offered sequence; 0 if none
 * @param attempts the retransmissions since the last acknowledgement, or the failed deliveries
 * @param sentAt the time of the last transmission; 0 if never
 * @param dueAt the time of the next action; {@link #NEVER} if none
 * @param until how long {@code owner} is assumed to own or repeat it
 * @param bytes the length of its envelope; 0 if none is stored
 * @param isWire whether its envelope is in wire form, including signatures; otherwise the
 *     sequence's headers must be added
 */
public record RmMessage(
    long number,
    MessageState state,
    String owner,
    long replyNumber,
    int attempts,
    long sentAt,
    long dueAt,
    long until,
    int bytes,
    boolean isWire) {

  public static final long NEVER = Long.MAX_VALUE;

  static RmMessage of(long number, MessageState state, String owner, int bytes) {
    return new RmMessage(number, state, owner, 0, 0, 0, NEVER, 0, bytes, false);
  }

  RmMessage resent(int attempt, long newState, long due) {
    return new RmMessage(
        number,
        MessageState.SENT,
        owner,
        replyNumber,
        attempt,
        newState,
        due,
        until,
        bytes,
        isWire);
  }

  /** Its number stays recorded until {@link #until}. */
  RmMessage acknowledged() {
    return new RmMessage(
        number, MessageState.ACKNOWLEDGED, owner, replyNumber, 0, sentAt, until, until, 0, false);
  }

  RmMessage wire(int length) {
    return new RmMessage(
        number, state, owner, replyNumber, attempts, sentAt, dueAt, until, length, true);
  }

  /** Waits for its sequence, to be sent from the store at that time. */
  RmMessage waitingUntil(long due) {
    return new RmMessage(
        number, state, owner, replyNumber, attempts, sentAt, due, until, bytes, isWire);
  }

  /** Resets the attempts. */
  RmMessage dueBy(long due) {
    return new RmMessage(
        number, state, owner, replyNumber, 0, sentAt, Math.min(dueAt, due), until, bytes, isWire);
  }

  /** The time limit is also the due time. */
  RmMessage ownedBy(MessageState newState, String newOwner, long end) {
    return new RmMessage(
        number, newState, newOwner, replyNumber, attempts, sentAt, end, end, bytes, isWire);
  }

  RmMessage released(MessageState newState, int newAttempts, long due) {
    return new RmMessage(
        number, newState, "", replyNumber, newAttempts, sentAt, due, 0, bytes, isWire);
  }

  /**
   * @param reply the number in the offered sequence; 0 for an envelope stored with the request
   */
  RmMessage answered(long reply, int length, long due) {
    return new RmMessage(
        number, MessageState.ANSWERED, owner, reply, 0, sentAt, due, 0, length, isWire);
  }
}
