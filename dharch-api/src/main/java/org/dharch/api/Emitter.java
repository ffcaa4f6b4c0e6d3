package org.dharch.api;

/** Accepts a handler's emissions at any time. Thread-safe. */
public interface Emitter {
  /**
   * Queues {@code emission} for transport to a manager. Never blocks.
   *
   * @return false if there is no capacity now or no manager: the emission was dropped, and no
   *     outcome will be reported
   * @throws IllegalArgumentException if it exceeds a limit and can never be sent
   */
  boolean emit(Emission emission);
}
