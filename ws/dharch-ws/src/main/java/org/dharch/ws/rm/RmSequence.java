package org.dharch.ws.rm;

/** One end of a stored sequence. Times are milliseconds of the store's clock. */
public sealed interface RmSequence permits SinkSequence, SourceSequence {

  /** Its key in the store; at a sink, its identifier. */
  String key();

  Terms terms();

  Times times();

  /** The time of its next action; {@link RmMessage#NEVER} if there is none. */
  default long dueAt() {
    return times().dueAt();
  }

  /**
   * The times of a sequence.
   *
   * @param expiresAt the latest expiration; after the end, the time when the sequence is forgotten
   * @param activeAt when the other end was last active; at a source, or first expected to be
   * @param dueAt the time of the next action
   */
  record Times(long expiresAt, long activeAt, long dueAt) {
    static final Times NONE = new Times(RmMessage.NEVER, 0, RmMessage.NEVER);
  }
}
