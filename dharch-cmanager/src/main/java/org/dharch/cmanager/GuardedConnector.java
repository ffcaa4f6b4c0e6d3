package org.dharch.cmanager;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.broker.Connection;
import org.apache.activemq.broker.TransportConnection;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.openwire.OpenWireFormat;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where others reach our own broker. ActiveMQ ends a connection for another of the same id before
 * it asks who that is; here it is asked first. Nor does it ask when a connection says who it is, or
 * how much it sends before that: here one that has not logged in within a time is closed, and its
 * frames are small until then.
 */
final class GuardedConnector extends TransportConnector {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedConnector.class);

  /** More than any client says before it has logged in. */
  private static final long LOGIN_FRAME_BYTES = 64 << 10;

  private final BrokerLogins logins;
  private final Duration loginLimit;
  private final RateLimitedLog refused = new RateLimitedLog();
  private final RateLimitedLog silent = new RateLimitedLog();

  /**
   * @param loginLimit how long a connection may take to log in
   */
  GuardedConnector(TransportServer server, BrokerLogins logins, Duration loginLimit) {
    super(server);
    this.logins = logins;
    this.loginLimit = loginLimit;
  }

  @Override
  protected Connection createConnection(Transport transport) throws IOException {
    GuardedConnection connection = new GuardedConnection(transport);
    connection.getStatistics().setEnabled(getStatistics().isEnabled());
    connection.setMessageAuthorizationPolicy(getMessageAuthorizationPolicy());
    getBrokerService()
        .getScheduler()
        .executeAfterDelay(connection::endIfSilent, loginLimit.toMillis());
    return connection;
  }

  /** One connection; what it says is heard by one thread, its transport's. */
  private final class GuardedConnection extends TransportConnection {
    private final Optional<OpenWireFormat> format;
    private final AtomicBoolean loggedIn = new AtomicBoolean();
    private long maxFrameSize;

    GuardedConnection(Transport transport) {
      super(
          GuardedConnector.this,
          transport,
          GuardedConnector.this.getBroker(),
          isDisableAsyncDispatch() ? null : getTaskRunnerFactory(),
          getBrokerService().getTaskRunnerFactory());
      format =
          transport.getWireFormat() instanceof OpenWireFormat wire
              ? Optional.of(wire)
              : Optional.empty();
      format.ifPresent(this::bound);
    }

    private void bound(OpenWireFormat wire) {
      maxFrameSize = wire.getMaxFrameSize();
      wire.setMaxFrameSize(Math.min(maxFrameSize, LOGIN_FRAME_BYTES));
    }

    /** The two ends have said what they can, and the transport has taken it for agreed. */
    @Override
    public Response processWireFormat(WireFormatInfo info) throws Exception {
      Response response = super.processWireFormat(info);
      if (!loggedIn.get()) {
        format.ifPresent(this::bound);
      }
      return response;
    }

    @Override
    public Response processAddConnection(ConnectionInfo info) throws Exception {
      if (logins.isAnothers(info)) {
        String who = getRemoteAddress();
        refused.say(n -> LOG.warn("{} connections came with another's id, one from {}", n, who));
        throw new SecurityException("not allowed: the connection's id is another's");
      }
      Response response = super.processAddConnection(info);
      if (loggedIn.compareAndSet(false, true)) {
        format.ifPresent(wire -> wire.setMaxFrameSize(maxFrameSize));
      }
      return response;
    }

    private void endIfSilent() {
      if (!loggedIn.get() && !isStopping()) {
        String who = getRemoteAddress();
        silent.say(
            n ->
                LOG.warn(
                    "{} connections were closed that had not logged in within {} ms, one from {}",
                    n,
                    loginLimit.toMillis(),
                    who));
        stopAsync();
      }
    }
  }
}
