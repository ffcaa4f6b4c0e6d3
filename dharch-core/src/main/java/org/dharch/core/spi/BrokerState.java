package org.dharch.core.spi;

import java.util.List;
import java.util.Objects;

/**
 * How one of a manager's brokers is, as far as the manager knows. Immutable.
 *
 * @param address without what is secret in it
 * @param connected whether the manager has a connection to it
 * @param nodes how many nodes are heard by it
 * @param bridges of a broker that this manager runs itself; none of others
 */
public record BrokerState(String address, boolean connected, int nodes, List<BridgeState> bridges) {
  public BrokerState {
    Objects.requireNonNull(address, "address");
    bridges = List.copyOf(bridges);
  }
}
