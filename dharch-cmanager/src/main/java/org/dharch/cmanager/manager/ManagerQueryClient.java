package org.dharch.cmanager.manager;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.dharch.cmanager.broker.BrokerSupervisor;
import org.dharch.cmanager.broker.Connector;
import org.dharch.cmanager.broker.Sender;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameWriter;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.wire.DMFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries all managers of a namespace through its broker, with the namespace key, without being a
 * manager (seed 002's status monitor). Safe for any thread; close it.
 */
public final class ManagerQueryClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerQueryClient.class);
  private static final int PREFETCH = 1000;

  private final Codec codec;
  private final NamespaceName namespace;
  private final FrameGuard guard;
  private final BiConsumer<String, DMFormat> answers;
  private final String address = UUID.randomUUID().toString();
  private final Sender sender;
  private final BrokerSupervisor link;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();

  private ManagerQueryClient(URI broker, JmsOptions options, BiConsumer<String, DMFormat> answers) {
    this.answers = answers;
    this.codec = new Codec(options);
    this.namespace = options.namespace();
    Path keyFile = options.security().findKeyFile();
    KeyRing.NamespaceKey keys = KeyFile.namespace(keyFile);
    this.guard = FrameGuard.of(keys, options.security().encrypt());
    FrameWriter writer = new FrameWriter(guard, () -> address, () -> "", () -> 0);
    this.sender = new Sender("dharch-ask-send", options, writer, this::suspect);
    this.link =
        new BrokerSupervisor(
            "dharch-ask-link",
            BrokerUris.of(broker, options),
            new Connector(options, PREFETCH, () -> BrokerLogin.ofManager(keys)),
            new Ends());
  }

  private void suspect(Exception reason) {
    link.suspect(reason);
  }

  /**
   * Connects to {@code broker}; if there are several, to one that can be reached.
   *
   * @param options the transport's, as of a manager
   * @param answers receives the address of a manager and its reply, on a separate thread
   * @param limit the longest time to connect
   * @throws CManagerException if it cannot connect in time, or the options are wrong
   */
  public static ManagerQueryClient connect(
      URI broker, Map<String, String> options, BiConsumer<String, DMFormat> answers, Duration limit)
      throws InterruptedException {
    ManagerQueryClient asker = new ManagerQueryClient(broker, JmsOptions.of(options), answers);
    asker.sender.start();
    asker.link.start();
    try {
      asker.connected.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return asker;
    } catch (TimeoutException | ExecutionException | InterruptedException e) {
      asker.close();
      if (e instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw new CManagerException(
          "no connection to broker "
              + BrokerList.text(URI.create(BrokerUris.shown(broker)))
              + " within "
              + limit.toSeconds()
              + " s; see the log",
          e);
    }
  }

  /**
   * Sends a query.
   *
   * @return false if there is no connection to the broker now
   */
  public boolean ask(DMFormat question) {
    return sender.isUp()
        && sender.offer(Target.ASK, codec.encode(question, BrokerLink.QUESTION_TTL));
  }

  @Override
  public void close() {
    link.close();
    sender.close();
  }

  private final class Ends implements BrokerSupervisor.Wiring {
    @Override
    public void up(Connection connection) throws JMSException {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session
          .createConsumer(Target.replies(address).destination(session, namespace))
          .setMessageListener(message -> codec.decode(message, guard, new Answers()));
      sender.up(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
      connection.start();
      connected.complete(null);
    }

    @Override
    public void closing(Connection connection) throws JMSException {
      connection.stop();
    }

    @Override
    public void down() {
      sender.down();
    }
  }

  /** Receives answers; each must be from the manager that its frame names. */
  private final class Answers implements Codec.Reader {
    @Override
    public boolean takes(FrameHeader header) {
      if (header.way() != FrameHeader.Way.ANSWER || !header.addressee().equals(address)) {
        throw new ForgedFrameException("received a " + header.shown() + " as a query reply");
      }
      return true;
    }

    @Override
    public void read(FrameHeader header, DMFormat answer) {
      try {
        answers.accept(header.sender(), answer);
      } catch (MalformedMessageException e) {
        malformed(e.getMessage());
      }
    }

    @Override
    public void malformed(String reason) {
      LOG.warn("Ignored a query reply reason={}", reason);
    }

    @Override
    public void forged(String reason) {
      LOG.warn("Ignored a query reply with an invalid signature reason={}", reason);
    }
  }
}
