package org.dharch.ws.rm;

/** One end of a sequence as a store records it. Times are milliseconds of the store's clock. */
public sealed interface RmSequence permits SinkSequence, SourceSequence {

  /** Its key in the store; for a sink this is the identifier on the wire. */
  String key();

  Terms terms();

  /** The time of its next action; {@link RmMessage#NEVER} if there is none. */
  long dueAt();
}
