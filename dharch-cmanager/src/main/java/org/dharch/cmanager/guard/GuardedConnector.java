package org.dharch.cmanager.guard;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.Connection;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportServer;

/**
 * Where others reach our own broker. ActiveMQ does not ask when a connection says who it is, how
 * much it sends before that, or how many there are that have not said it; here one that has not
 * logged in within a time is closed, and of those there are few at a time. The rest is {@link
 * GuardedConnection}'s.
 */
public final class GuardedConnector extends TransportConnector {
  /** So many connections may be nobody's at the same time. */
  public static final int MOST_UNKNOWN = 100;

  private static final long MOST_MILLIS_BETWEEN_LOOKS = 1000;

  private final BrokerLogins logins;
  private final BrokerRefusals refusals;
  private final Duration loginLimit;
  private final Set<GuardedConnection> unknown = ConcurrentHashMap.newKeySet();
  private final Runnable look = this::look;

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
    getBrokerService().getScheduler().executePeriodically(look, period);
  }

  @Override
  public void stop() throws Exception {
    getBrokerService().getScheduler().cancel(look);
    super.stop();
  }

  /** What is closed by then is not kept for it. */
  private void look() {
    unknown.forEach(connection -> connection.endIfUnknown(loginLimit));
    refusals.look();
  }

  @Override
  protected Connection createConnection(Transport transport) {
    GuardedConnection connection = new GuardedConnection(this, transport, logins, refusals);
    connection.getStatistics().setEnabled(getStatistics().isEnabled());
    unknown.add(connection);
    return connection;
  }

  /** Whether there are too many of which nobody knows whose they are. */
  boolean isCrowded() {
    return unknown.size() > MOST_UNKNOWN;
  }

  /** Somebody has logged in on it, or it is closed. */
  void known(GuardedConnection connection) {
    unknown.remove(connection);
  }
}
