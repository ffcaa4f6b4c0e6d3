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
 * Tracks the identities of the connections to the embedded broker. The client chooses a
 * connection's id, and ActiveMQ closes a connection when another one uses the same id, so an id is
 * accepted for one connection at a time. Safe for any thread.
 */
public final class BrokerLogins {
  /** The end of the broker's answer to a login with a key of another namespace. */
  public static final String OTHER_KEY = "whose key is another's";

  /** More than the parallel connections of one node's incarnations. */
  static final int MOST_OF_A_NODE = 16;

  private static final int USED = 100_000;

  private record Entry(ConnectionContext context, BrokerLogin login) {}

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
    Optional<BrokerLogin> login = BrokerLogin.of(clientId, keys);
    if (login.isEmpty()) {
      return Optional.of(OTHER_KEY);
    }
    if (used.containsKey(clientId)) { // the broker logs it if the password is wrong
      return Optional.of("with a login that was used before");
    }
    if (info.getConnectionId() == null || entries.containsKey(info.getConnectionId())) {
      return Optional.of("with the id of another connection");
    }
    return login
        .filter(node -> node instanceof BrokerLogin.Node && connections(node) >= MOST_OF_A_NODE)
        .map(node -> node.shown() + " has " + MOST_OF_A_NODE + " connections already");
  }

  private long connections(BrokerLogin login) {
    return entries.values().stream().filter(entry -> entry.login().equals(login)).count();
  }

  /** Adds a connection unless {@link #refusal} has a reason against it; returns the reason. */
  synchronized Optional<String> add(ConnectionContext context, ConnectionInfo info) {
    Optional<String> refusal = refusal(info);
    if (refusal.isEmpty()) {
      used.put(info.getClientId(), true);
      BrokerLogin login = BrokerLogin.of(info.getClientId(), keys).orElseThrow();
      entries.put(info.getConnectionId(), new Entry(context, login));
    }
    return refusal;
  }

  /** Removes a connection, unless its id belongs to another context. */
  synchronized void remove(ConnectionContext context, ConnectionInfo info) {
    entries.computeIfPresent(
        info.getConnectionId(), (id, there) -> there.context() == context ? null : there);
  }

  /** The identity of a connection; empty if it has none, or is closed. */
  Optional<BrokerLogin> login(ConnectionId connection) {
    return Optional.ofNullable(entries.get(connection)).map(Entry::login);
  }
}
