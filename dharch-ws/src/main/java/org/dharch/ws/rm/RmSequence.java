package org.dharch.ws.rm;

/** A sequence at one of its two ends, as a store keeps it. Times are of the store's clock. */
public sealed interface RmSequence permits SinkSequence, SourceSequence {

  /** Its own name in this store; for a sink that on the wire. */
  String key();

  Terms terms();

  /** When something is to be done about it by itself; {@link RmMessage#NEVER} if nothing. */
  long dueAt();
}
