package org.dharch.cmanager;

import java.io.IOException;
import org.apache.activemq.broker.Connection;
import org.apache.activemq.broker.TransportConnection;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where others reach our own broker. ActiveMQ ends a connection for another of the same id before
 * it asks who that is; here it is asked first.
 */
final class GuardedConnector extends TransportConnector {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedConnector.class);

  private final BrokerLogins logins;
  private final RateLimitedLog refused = new RateLimitedLog();

  GuardedConnector(TransportServer server, BrokerLogins logins) {
    super(server);
    this.logins = logins;
  }

  @Override
  protected Connection createConnection(Transport transport) throws IOException {
    TransportConnection connection =
        new TransportConnection(
            this,
            transport,
            getBroker(),
            isDisableAsyncDispatch() ? null : getTaskRunnerFactory(),
            getBrokerService().getTaskRunnerFactory()) {
          @Override
          public Response processAddConnection(ConnectionInfo info) throws Exception {
            if (logins.isAnothers(info)) {
              String who = getRemoteAddress();
              refused.say(
                  n -> LOG.warn("{} connections came with another's id, one from {}", n, who));
              throw new SecurityException("not allowed: the connection's id is another's");
            }
            return super.processAddConnection(info);
          }
        };
    connection.getStatistics().setEnabled(getStatistics().isEnabled());
    connection.setMessageAuthorizationPolicy(getMessageAuthorizationPolicy());
    return connection;
  }
}
