package org.dharch.cmanager.guard;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.Connection;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportServer;

/**
 * The connector of the embedded broker: closes connections that do not log in in time, and bounds
 * their number. ActiveMQ limits neither the time until a login, nor the bytes before it, nor the
 * number of such connections. {@link GuardedConnection} does the rest.
 */
public final class GuardedConnector extends TransportConnector {
  /** The bound on connections without login. */
  public static final int MOST_UNKNOWN = 100;

  private static final long MOST_MILLIS_BETWEEN_LOOKS = 1000;

  private final BrokerLogins logins;
  private final BrokerRefusals refusals;
  private final Duration loginLimit;
  private final Set<GuardedConnection> unknown = ConcurrentHashMap.newKeySet();
  private final Runnable prune = this::prune;

  /**
   * @param loginLimit how long a connection may take to log in
   */
  public GuardedConnector(
      TransportServer server, BrokerLogins logins, BrokerRefusals refusals, Duration loginLimit) {
    super(server);
    this.logins = logins;
    this.refusals = refusals;
    this.loginLimit = loginLimit;
  }

  @Override
  public void start() throws Exception {
    super.start();
    long period = Math.min(MOST_MILLIS_BETWEEN_LOOKS, Math.max(1, loginLimit.toMillis() / 4));
    getBrokerService().getScheduler().executePeriodically(prune, period);
  }

  @Override
  public void stop() throws Exception {
    getBrokerService().getScheduler().cancel(prune);
    super.stop();
  }

  /** Drops closed connections without waiting for their timer. */
  private void prune() {
    unknown.forEach(connection -> connection.endIfUnknown(loginLimit));
    refusals.logPending();
  }

  @Override
  protected Connection createConnection(Transport transport) {
    GuardedConnection connection = new GuardedConnection(this, transport, logins, refusals);
    connection.getStatistics().setEnabled(getStatistics().isEnabled());
    unknown.add(connection);
    return connection;
  }

  boolean hasTooManyPending() {
    return unknown.size() > MOST_UNKNOWN;
  }

  /** Removes a connection that has logged in or is closed. */
  void remove(GuardedConnection connection) {
    unknown.remove(connection);
  }
}
