package org.dharch.core.spi;

import java.util.Objects;

/**
 * What a bridge between two brokers has carried since it was made, and whether it is there now.
 * Immutable.
 *
 * @param to the other broker's address, without what is secret in it
 * @param connected whether both brokers are there
 * @param out from its own broker to the other
 * @param in from the other broker to its own
 * @param waiting messages at its own broker, in queues that somebody at the other listens on, or
 *     did when that was there last
 */
public record BridgeState(String to, boolean connected, Carried out, Carried in, long waiting) {
  public BridgeState {
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(out, "out");
    Objects.requireNonNull(in, "in");
  }

  /**
   * One way.
   *
   * @param messages that went on
   * @param bytes of those
   * @param dropped what is said to all, as heartbeats and questions, and came while there was no
   *     way on; what is for one waits
   */
  public record Carried(long messages, long bytes, long dropped) {}
}
