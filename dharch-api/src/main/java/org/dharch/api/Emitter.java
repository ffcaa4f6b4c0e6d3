package org.dharch.api;

/** Takes what a handler sends of its own accord, at any time. Safe for any thread. */
public interface Emitter {
  /**
   * Hands {@code emission} over for transport to a manager. Never blocks.
   *
   * @return false if there is no room now, or nobody whom it could be sent to: nothing was kept,
   *     and nobody will be told of it
   * @throws IllegalArgumentException if it is past a limit and can never be sent
   */
  boolean emit(Emission emission);
}
