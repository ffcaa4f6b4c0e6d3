package org.dharch.cmanager.guard;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.LatestUsed;

/**
 * The identities of the connections to the embedded broker: only managers and nodes are admitted.
 * The client chooses a connection's id, and ActiveMQ closes a connection when another one uses the
 * same id, so an id is accepted for one connection at a time. Safe for any thread.
 */
public final class BrokerLogins {
  /** With this a broker's answer to a login ends whose code is not of its namespace key. */
  public static final String OTHER_KEY = "whose key is another's";

  /** More than the lives of one node that there are at the same time. */
  static final int MOST_OF_A_NODE = 16;

  private static final int USED = 100_000;

  private record Entry(ConnectionContext context, BrokerLogin who) {}

  private final KeyRing.NamespaceKey keys;
  private final Map<ConnectionId, Entry> entries = new ConcurrentHashMap<>(); // changed by one
  private final Map<String, Boolean> used = new LatestUsed<>(USED); // guarded by this

  public BrokerLogins(KeyRing.NamespaceKey keys) {
    this.keys = keys;
  }

  /** The reason for which a login is rejected; empty if it is accepted. */
  synchronized Optional<String> refusal(ConnectionInfo info) {
    String clientId = info.getClientId();
    if (clientId == null || !clientId.startsWith(BrokerLogin.PREFIX)) {
      return Optional.of("without a key");
    }
    Optional<BrokerLogin> who = BrokerLogin.of(clientId, keys);
    if (who.isEmpty()) {
      return Optional.of(OTHER_KEY);
    }
    if (used.containsKey(clientId)) { // it stands in the broker's log if the password is wrong, say
      return Optional.of("with a login that was used before");
    }
    if (info.getConnectionId() == null || entries.containsKey(info.getConnectionId())) {
      return Optional.of("with the id of another connection");
    }
    return who.filter(it -> it instanceof BrokerLogin.Node && connections(it) >= MOST_OF_A_NODE)
        .map(it -> it.shown() + " has " + MOST_OF_A_NODE + " connections already");
  }

  private long connections(BrokerLogin who) {
    return entries.values().stream().filter(entry -> entry.who().equals(who)).count();
  }

  /** It is connected; see {@link #refusal}, which is said of nothing that is added twice. */
  synchronized Optional<String> add(ConnectionContext context, ConnectionInfo info) {
    Optional<String> refusal = refusal(info);
    if (refusal.isEmpty()) {
      used.put(info.getClientId(), true);
      BrokerLogin who = BrokerLogin.of(info.getClientId(), keys).orElseThrow();
      entries.put(info.getConnectionId(), new Entry(context, who));
    }
    return refusal;
  }

  /** It is not any more; what another has that says the same id stays. */
  synchronized void remove(ConnectionContext context, ConnectionInfo info) {
    entries.computeIfPresent(
        info.getConnectionId(), (id, there) -> there.context() == context ? null : there);
  }

  /** The identity of a connection; empty if it has none, or is closed. */
  Optional<BrokerLogin> who(ConnectionId connection) {
    return Optional.ofNullable(entries.get(connection)).map(Entry::who);
  }
}
