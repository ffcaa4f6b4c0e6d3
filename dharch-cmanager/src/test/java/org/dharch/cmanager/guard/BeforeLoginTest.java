package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.transport.DefaultTransportListener;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportFactory;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.options.JmsOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fault D: what a stranger who never logs in can hold, and for how long. */
class BeforeLoginTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration NEVER = Duration.ofHours(1);

  private EmbeddedBroker broker;

  @AfterEach
  void stop() {
    broker.close();
  }

  private final AtomicLong nanos = new AtomicLong();

  private void start(Duration loginLimit) {
    broker =
        EmbeddedBroker.start(
            URI.create("tcp://127.0.0.1:0"),
            JmsOptions.DEFAULT,
            new EmbeddedBroker.Bounds(
                60_000,
                loginLimit,
                new BrokerRefusals(nanos::get),
                EmbeddedBroker.Bounds.of(JmsOptions.DEFAULT).capacity()));
  }

  private Socket socket() throws IOException {
    Socket socket = new Socket(broker.uri().getHost(), broker.uri().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Reads to the end of the connection, or until it is reset; there is one within 20 s. */
  private static void assertClosed(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertFalse(socket.isClosed(), "this end has not closed it");
    }
  }

  /** A connection on which both ends have said what they can, and nobody who it is. */
  private Transport agreed(CompletableFuture<IOException> end) throws Exception {
    Transport transport = TransportFactory.connect(broker.uri());
    transport.setTransportListener(
        new DefaultTransportListener() {
          @Override
          public void onException(IOException error) {
            end.complete(error);
          }
        });
    transport.start();
    return transport;
  }

  @Test
  void silentConnectionIsClosed() throws Exception {
    start(SHORT);
    String log =
        Logs.of(
            () -> {
              try (Socket first = socket();
                  Socket second = socket()) {
                assertClosed(first);
                assertClosed(second);
              } catch (IOException e) {
                throw new AssertionError("it was not closed", e);
              }
            });
    assertTrue(log.contains(" from=tcp://"), log);
  }

  /** The count was said with the next one after ten seconds, so never if there was none. */
  @Test
  void closedConnectionsAreLogged() {
    start(SHORT);
    String log =
        Logs.of(
            soFar -> {
              for (int i = 0; i < 3; i++) {
                try (Socket socket = socket()) {
                  assertClosed(socket);
                } catch (IOException e) {
                  throw new AssertionError("it was not closed", e);
                }
              }
              soon().until(() -> broker.rejectedCount() == 3);
              nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
              soon().until(() -> soFar.get().contains("Connections closed before login count=2"));
            });
    assertTrue(log.contains("Connections closed before login count=1"), log);
  }

  @Test
  void keepAliveWithoutLoginIsClosed() throws Exception {
    start(SHORT);
    CompletableFuture<IOException> end = new CompletableFuture<>();
    Transport transport = agreed(end);
    try {
      assertNotNull(end.get(20, TimeUnit.SECONDS));
    } finally {
      transport.stop();
    }
  }

  @Test
  void loggedInClientMaySendLargeFrames() throws Exception {
    start(SHORT);
    try (Connection connection =
        UnauthenticatedClient.connection(broker.uri(), EmbeddedBroker.clientId(Map.of()))) {
      connection.start();
      try (Socket later = socket()) {
        assertClosed(later); // so its own time is over, too
      }
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("mine");
      BytesMessage large = session.createBytesMessage();
      large.writeBytes(new byte[1 << 20]);
      session.createProducer(queue).send(large);
      BytesMessage back = (BytesMessage) session.createConsumer(queue).receive(20_000);
      assertEquals(1 << 20, back.getBodyLength());
    }
  }

  @Test
  void largeFrameBeforeLoginIsRejected() throws Exception {
    start(NEVER);
    try (Socket socket = socket()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(1 << 20);
      out.write(1);
      out.flush();
      assertClosed(socket);
    }
    CompletableFuture<IOException> end = new CompletableFuture<>();
    Transport transport = agreed(end);
    try {
      ConnectionInfo info = new ConnectionInfo(new ConnectionId("a"));
      info.setClientId("x".repeat(6_000));
      info.setUserName("x".repeat(6_000));
      info.setPassword("x".repeat(6_000));
      try {
        transport.oneway(info);
      } catch (IOException e) {
        end.complete(e); // it was closed while this was being sent
      }
      soon().until(end::isDone);
    } finally {
      transport.stop();
    }
  }
}
