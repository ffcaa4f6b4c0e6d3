package org.dharch.ws.rm.processor;

/** What a message is about that a node sends of its own accord: who is told what became of it. */
public sealed interface RmEmissionPurpose {

  /**
   * A sink delivers a message from the store.
   *
   * @param key of its sequence
   * @param by the emission, as the engine calls it
   */
  record Delivery(String key, long number, String by) implements RmEmissionPurpose {}

  /** A source asks for a sequence. */
  record Creation(String key) implements RmEmissionPurpose {}

  /** A source terminates a sequence. */
  record Termination(String key) implements RmEmissionPurpose {}

  /** All else: what is answered speaks for itself. */
  record Other() implements RmEmissionPurpose {}
}
