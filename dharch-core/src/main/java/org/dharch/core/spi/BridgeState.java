package org.dharch.core.spi;

import java.util.Objects;

/**
 * The state of a bridge between two brokers, with its counters since it was created. Immutable.
 *
 * @param to the other broker's address, without secrets
 * @param connected whether both brokers are connected
 * @param out from its own broker to the other
 * @param in from the other broker to its own
 * @param waiting messages at its own broker in queues that have a consumer at the other broker, or
 *     had one when that broker was last connected
 */
public record BridgeState(String to, boolean connected, Carried out, Carried in, long waiting) {
  public BridgeState {
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(out, "out");
    Objects.requireNonNull(in, "in");
  }

  /**
   * The counters of one direction.
   *
   * @param messages messages that were forwarded
   * @param bytes bytes of those messages
   * @param dropped broadcast messages, such as heartbeats and queries, that arrived while the other
   *     broker was not connected. Messages for one receiver wait instead
   */
  public record Carried(long messages, long bytes, long dropped) {}
}
