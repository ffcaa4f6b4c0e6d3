package org.dharch.ws.rm.processor;

/** The purpose of an outbound message of a node, which determines the handling of its result. */
public sealed interface RmEmissionPurpose {

  /**
   * A sink delivers a stored message.
   *
   * @param key of its sequence
   * @param owner the emission's id in the engine
   */
  record Delivery(String key, long number, String owner) implements RmEmissionPurpose {}

  /** A source requests a sequence. */
  record Creation(String key) implements RmEmissionPurpose {}

  /** A source terminates a sequence. */
  record Termination(String key) implements RmEmissionPurpose {}

  /** All others; the content determines the handling of the response. */
  record Other() implements RmEmissionPurpose {}
}
