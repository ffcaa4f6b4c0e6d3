package org.dharch.monitor;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Reserves connections for clients that send their request at once, such as probes. A connection
 * whose request is not complete in time is closed. If there are too many, of one peer or in total,
 * the oldest without a request is closed, otherwise the oldest. So each new connection has its
 * time, and a peer with many displaces its own. Safe for any thread.
 */
final class ConnectionLimiter implements Connection.Listener {
  /** The bound on connections of one address. */
  static final int MOST_OF_PEER = 64;

  /** The bound on connections; less than the server accepts, so that it never waits for one. */
  static final int MOST = 128;

  private final ServerConnector connector;
  private final long millis;
  private final Set<Connection> open = new LinkedHashSet<>(); // the oldest first; guarded by this

  /**
   * @param millis the limit for a complete request
   */
  ConnectionLimiter(ServerConnector connector, long millis) {
    this.connector = connector;
    this.millis = millis;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection.getMessagesIn() < 0) {
      return; // TLS below HTTP, which is reported, too
    }
    connector
        .getScheduler()
        .schedule(
            () -> {
              if (isSilent(connection)) {
                connection.close();
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
    add(connection).forEach(Connection::close);
  }

  /** Returns the connections to close for it. */
  private synchronized List<Connection> add(Connection connection) {
    List<Connection> closing = new ArrayList<>();
    InetAddress peer = peer(connection);
    Predicate<Connection> same = other -> peer(other).equals(peer);
    if (open.stream().filter(same).count() >= MOST_OF_PEER) {
      oldest(same).ifPresent(closing::add);
    } else if (open.size() >= MOST) {
      InetAddress largest = largest();
      oldest(other -> peer(other).equals(largest)).ifPresent(closing::add);
    }
    closing.forEach(open::remove);
    open.add(connection);
    return closing;
  }

  private Optional<Connection> oldest(Predicate<Connection> condition) {
    return open.stream()
        .filter(condition)
        .filter(ConnectionLimiter::isSilent)
        .findFirst()
        .or(() -> open.stream().filter(condition).findFirst());
  }

  /** The peer with the most connections. */
  private InetAddress largest() {
    return open.stream()
        .collect(Collectors.groupingBy(ConnectionLimiter::peer, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  private static boolean isSilent(Connection connection) {
    return connection.getMessagesIn() == 0;
  }

  private static InetAddress peer(Connection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress address
        ? address.getAddress()
        : InetAddress.getLoopbackAddress(); // already closed
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    open.remove(connection);
  }
}
