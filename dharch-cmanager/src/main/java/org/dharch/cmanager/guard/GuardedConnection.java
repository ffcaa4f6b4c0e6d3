package org.dharch.cmanager.guard;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.broker.TransportConnection;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ExceptionResponse;
import org.apache.activemq.command.Response;
import org.apache.activemq.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection to the embedded broker. Its transport's thread receives the commands, and
 * {@link CommandRights} check them before ActiveMQ processes them. A rejected command gets an error
 * reply if it expects one; otherwise, or without login, the connection is closed.
 */
final class GuardedConnection extends TransportConnection {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedConnection.class);

  /** The bound on errors that a client has not read. */
  private static final int MOST_ERRORS = 100;

  private final GuardedConnector guardedConnector;
  private final BrokerLogins logins;
  private final BrokerRefusals refusals;
  private final CommandRights rights;
  private final FrameReader frames;
  private final AtomicBoolean reportedClosed = new AtomicBoolean();
  private final long since = System.nanoTime();
  private final AtomicInteger errors = new AtomicInteger();
  private volatile boolean loggedIn;

  GuardedConnection(
      GuardedConnector guardedConnector,
      Transport transport,
      BrokerLogins logins,
      BrokerRefusals refusals) {
    super(
        guardedConnector,
        transport,
        guardedConnector.getBroker(),
        guardedConnector.getTaskRunnerFactory(),
        guardedConnector.getBrokerService().getTaskRunnerFactory());
    this.guardedConnector = guardedConnector;
    this.logins = logins;
    this.refusals = refusals;
    this.rights = new CommandRights(logins);
    this.frames = transport.narrow(GuardedTransports.Framed.class).frames();
    frames.onTimeout(this::endForCapacity);
  }

  private void endForCapacity() {
    refusals.countRequest(
        getRemoteAddress() + ", a large frame that did not end while others waited");
    stopAsync();
  }

  @Override
  public Response service(Command command) {
    boolean left = rights.isClosed();
    Optional<String> refusal = rights.refusal(command);
    if (left && refusal.isPresent()) {
      return null;
    }
    return refusal.isEmpty() ? super.service(command) : refuse(command, refusal.get());
  }

  private Response refuse(Command command, String reason) {
    String what =
        rights.shown()
            + " at "
            + getRemoteAddress()
            + (command instanceof ConnectionInfo ? ", " : ": " + CommandRights.name(command) + " ")
            + reason;
    refusals.countRequest(what);
    Response response = null;
    if (command.isResponseRequired()) {
      response = new ExceptionResponse(new SecurityException("not allowed: " + what));
      response.setCorrelationId(command.getCommandId());
    }
    if (loggedIn && response != null) {
      return response;
    }
    if (response != null) {
      dispatchSync(response);
    }
    stopAsync();
    return null;
  }

  @Override
  public Response processAddConnection(ConnectionInfo info) throws Exception {
    Response response = super.processAddConnection(info);
    BrokerLogin login =
        logins
            .login(info.getConnectionId())
            .orElseThrow(() -> new SecurityException("not allowed: the connection has ended"));
    rights.loggedIn(login, lookupConnectionState(info.getConnectionId()));
    loggedIn = true;
    guardedConnector.remove(this);
    frames.loggedIn(login);
    return response;
  }

  /** Each error waits for the client to read it. */
  @Override
  public void serviceException(Throwable e) {
    if (errors.incrementAndGet() > MOST_ERRORS) {
      refusals.countRequest(getRemoteAddress() + ", which made " + MOST_ERRORS + " errors");
      stopAsync();
    } else {
      super.serviceException(e);
    }
  }

  /** The errors of a connection without login are counted, and its close is not logged. */
  @Override
  public void serviceTransportException(IOException e) {
    if (loggedIn || isStopping()) {
      super.serviceTransportException(e);
      return;
    }
    if (!(e instanceof EOFException || e instanceof SocketException)) {
      closed(String.valueOf(e.getMessage()));
    }
    stopAsync(e);
  }

  /**
   * Starts the connection, unless too many are not logged in. With TLS that takes as long as the
   * other end needs.
   */
  @Override
  public void start() throws Exception {
    if (guardedConnector.hasTooManyPending()) {
      closed("there were " + GuardedConnector.MOST_UNKNOWN);
      stopAsync();
      return;
    }
    try {
      super.start();
    } catch (IOException e) {
      serviceTransportException(e);
    }
  }

  /** Closes the connection if there is no login within {@code limit}. */
  void endIfUnknown(Duration limit) {
    if (loggedIn || System.nanoTime() - since <= limit.toNanos()) {
      return;
    }
    if (!isStopping()) {
      closed("no login within " + limit.toMillis() + " ms");
      stopAsync();
    }
    if (isPendingStop()) { // stopping waits for the end of the start
      guardedConnector.getBrokerService().getTaskRunnerFactory().execute(this::closeSocket);
    }
  }

  private void closed(String reason) {
    if (reportedClosed.compareAndSet(false, true)) {
      refusals.countUnauthenticated(reason, getRemoteAddress());
    }
  }

  private void closeSocket() {
    try {
      getTransport().narrow(Socket.class).close();
    } catch (IOException e) {
      LOG.debug("Failed to close connection={}: {}", getRemoteAddress(), e.toString());
    }
  }

  @Override
  protected void doStop() throws Exception {
    guardedConnector.remove(this);
    frames.close();
    super.doStop();
  }
}
