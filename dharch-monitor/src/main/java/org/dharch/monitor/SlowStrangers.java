package org.dharch.monitor;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Ends connections whose request is not whole in time, however often a byte of it comes: there are
 * few places, and probes want one. Any thread.
 */
final class SlowStrangers implements Connection.Listener {
  private static final int SECONDS = 10;

  private final ServerConnector connector;

  SlowStrangers(ServerConnector connector) {
    this.connector = connector;
  }

  @Override
  public void onOpened(Connection connection) {
    connector
        .getScheduler()
        .schedule(
            () -> {
              if (connection.getMessagesIn() == 0) {
                connection.close();
              }
            },
            SECONDS,
            TimeUnit.SECONDS);
  }

  @Override
  public void onClosed(Connection connection) {}
}
