package org.dharch.cmanager;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;

/**
 * Who is behind each connection to our own broker. A connection's id is what its client says, and
 * the broker gives a connection up for another that says the same: so that is allowed to the same
 * one only. Safe for any thread.
 */
final class BrokerLogins {
  private record Entry(ConnectionContext context, BrokerLogin who) {}

  private final KeyRing.SystemKey keys;
  private final Map<ConnectionId, Entry> entries = new ConcurrentHashMap<>();

  BrokerLogins(KeyRing.SystemKey keys) {
    this.keys = keys;
  }

  /** Who says this; empty if its key is another's. */
  Optional<BrokerLogin> of(ConnectionInfo info) {
    return BrokerLogin.of(info.getClientId(), keys);
  }

  /** Whether a connection of this id would put an end to another's. */
  boolean isAnothers(ConnectionInfo info) {
    Entry there = entries.get(info.getConnectionId());
    return there != null
        && (there.who() instanceof BrokerLogin.Stranger
            || !of(info).equals(Optional.of(there.who())));
  }

  /** It is connected; false if the id is another's. */
  boolean add(ConnectionContext context, ConnectionInfo info, BrokerLogin who) {
    Entry now =
        entries.compute(
            info.getConnectionId(),
            (id, there) ->
                there == null || there.who().equals(who) ? new Entry(context, who) : there);
    return now.context() == context;
  }

  /** It is not any more; what another has that says the same id stays. */
  void remove(ConnectionContext context, ConnectionInfo info) {
    entries.computeIfPresent(
        info.getConnectionId(), (id, there) -> there.context() == context ? null : there);
  }

  BrokerLogin who(ConnectionId connection) {
    Entry there = entries.get(connection);
    return there == null ? new BrokerLogin.Stranger() : there.who();
  }
}
