package org.dharch.cmanager.broker;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.io.EOFException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.dharch.cmanager.guard.BrokerGate;
import org.dharch.cmanager.guard.BrokerLogins;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.core.text.LoggedError;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to the broker: connects in the background, wires consumers and producers,
 * waits for the loss of the connection, closes everything, and reconnects. Every connection gets
 * fresh sessions, so that nothing of a lost one is mistaken for the new one's.
 *
 * <p>Retries an absent broker every 20 to 200 ms and logs it every 10 s. Retries a broker that
 * rejects the login or the TLS certificate every 10 s.
 */
public final class BrokerSupervisor implements AutoCloseable {
  /** The user of a connection. Called on the supervisor's thread. */
  public interface Wiring {
    /** Creates sessions, consumers and producers, and starts the connection. */
    void up(Connection connection) throws JMSException;

    /** The connection is about to be closed, or lost; called before it is closed. */
    default void closing(Connection connection) throws JMSException {}

    /** Called periodically while connected. */
    default void poll() {}

    /** Called after the connection is closed, also after an {@code up} that failed. */
    void down();
  }

  private static final Logger LOG = LoggerFactory.getLogger(BrokerSupervisor.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "connection to the broker");
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LAST_PAUSE = Duration.ofMillis(200);
  private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final BrokerUris uris;
  private final Connector connector;
  private final Wiring wiring;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile CompletableFuture<Exception> loss = new CompletableFuture<>();
  private long logAgainAt = System.nanoTime();

  public BrokerSupervisor(String name, BrokerUris uris, Connector connector, Wiring wiring) {
    this.uris = uris;
    this.connector = connector;
    this.wiring = wiring;
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Ends the current connection, because it is no longer usable. */
  public void suspect(Exception reason) {
    loss.complete(reason);
  }

  private void run() {
    Duration pause = FIRST_PAUSE;
    for (int attempt = 0; !isClosed(); attempt++) {
      URI uri = uris.tried().get(attempt % uris.tried().size());
      try {
        Exception reason = hold(uri);
        if (!isClosed()) {
          LOG.warn(
              "Connection lost; reconnecting broker={} reason={}",
              BrokerUris.shown(uri),
              ended(reason));
          logAgainAt = System.nanoTime() + LOG_INTERVAL.toNanos();
        }
        pause = FIRST_PAUSE;
      } catch (JMSSecurityException e) {
        LOG.error(
            "Broker rejects the connection broker={} reason={} retrySeconds={}",
            BrokerUris.shown(uri),
            refused(line(e)),
            LOG_INTERVAL.toSeconds());
        pause = LOG_INTERVAL;
      } catch (JMSException | RuntimeException e) {
        logAbsent(uri, e);
        pause = isTls(e) ? LOG_INTERVAL : longer(pause);
      } catch (InterruptedException e) {
        return;
      } catch (Error e) {
        SURVIVED.log(e);
        pause = longer(pause);
      }
      await(pause);
    }
  }

  private String refused(String reason) {
    if (reason.endsWith(BrokerLogins.OTHER_KEY)) {
      return "key file "
          + connector.options().security().findKeyFile()
          + " must hold the broker's namespace key or the key printed by"
          + " './dharch key node NAME'";
    }
    if (reason.startsWith(BrokerGate.NOT_ALLOWED)) {
      return reason; // the login was accepted
    }
    String user =
        connector.options().login().map(it -> "user '" + it.user() + "'").orElse("no user");
    return user + ": " + reason;
  }

  /** Holds one connection until its end and returns the reason of the end. */
  private Exception hold(URI uri) throws JMSException, InterruptedException {
    CompletableFuture<Exception> lost = new CompletableFuture<>();
    loss = lost;
    Connection connection = connector.connect(uri, lost::complete);
    try {
      wiring.up(connection);
      LOG.info("Connected broker={}", BrokerUris.shown(uri));
      if (isClosed()) {
        lost.complete(new JMSException("closed"));
      }
      return await(lost);
    } catch (ExecutionException e) {
      throw new IllegalStateException("unexpected exception of a lost connection", e);
    } finally {
      try {
        wiring.closing(connection);
      } catch (JMSException | RuntimeException e) {
        LOG.debug("Failed before closing a connection: {}", e.toString());
      }
      try {
        connection.close();
      } catch (JMSException | RuntimeException e) {
        LOG.debug("Failed to close a connection: {}", e.toString());
      } finally {
        wiring.down();
      }
    }
  }

  private Exception await(CompletableFuture<Exception> lost)
      throws ExecutionException, InterruptedException {
    while (true) {
      try {
        return lost.get(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        wiring.poll();
      }
    }
  }

  private static Duration longer(Duration pause) {
    return pause.compareTo(LAST_PAUSE) >= 0 ? LAST_PAUSE : pause.multipliedBy(2);
  }

  /** Retrying fast does not make a certificate valid. */
  private static boolean isTls(Throwable e) {
    return e instanceof SSLException || (e.getCause() != null && isTls(e.getCause()));
  }

  private void logAbsent(URI uri, Exception e) {
    long now = System.nanoTime();
    if (now - logAgainAt >= 0 && !isClosed()) {
      LOG.warn("Cannot connect; retrying broker={} reason={}", BrokerUris.shown(uri), line(e));
      logAgainAt = now + LOG_INTERVAL.toNanos();
    }
  }

  private static String ended(Exception reason) {
    return Connector.root(reason) instanceof EOFException ? "closed by peer" : line(reason);
  }

  private static String line(Exception e) {
    Throwable cause = Connector.root(e);
    return cause instanceof Exception exception ? Reason.of(exception) : cause.toString();
  }

  private void await(Duration pause) {
    try {
      if (closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      closed.countDown();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Closes the connection; waits at most five seconds for that. */
  @Override
  public void close() {
    closed.countDown();
    loss.complete(new JMSException("closed"));
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(CLOSE_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
