package org.dharch.core.spi;

import java.util.List;
import java.util.Objects;

/**
 * The state of one of a manager's brokers. Immutable.
 *
 * @param address without secrets
 * @param connected whether the manager has a connection to it
 * @param nodes how many nodes send their heartbeats by it
 * @param bridges the bridges of a broker that this manager runs itself, otherwise empty
 */
public record BrokerState(String address, boolean connected, int nodes, List<BridgeState> bridges) {
  public BrokerState {
    Objects.requireNonNull(address, "address");
    bridges = List.copyOf(bridges);
  }
}
