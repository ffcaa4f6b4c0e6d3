package org.dharch.ws.rm;

/** One end of a stored sequence. Times are milliseconds of the store's clock. */
public sealed interface RmSequence permits SinkSequence, SourceSequence {

  /** Its key in the store; at a sink, its identifier. */
  String key();

  Terms terms();

  /** The time of its next action; {@link RmMessage#NEVER} if there is none. */
  long dueAt();
}
