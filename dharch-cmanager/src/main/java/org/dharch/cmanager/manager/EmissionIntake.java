package org.dharch.cmanager.manager;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.activemq.ActiveMQSession;
import org.dharch.cmanager.broker.BrokerSupervisor;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.text.LoggedError;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives a manager's emissions over a separate connection, so that the consumed queues can change
 * while the other connection stays. A frame is acknowledged when each of its emissions is done;
 * otherwise, at the end of the connection, another manager receives it. The broker delivers at most
 * {@link #PREFETCH} unacknowledged frames of each queue, and one thread processes them as the
 * manager has capacity.
 */
final class EmissionIntake implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmissionIntake.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "receiver of emissions");

  static final int PREFETCH = 16;

  private static final long STEP_MILLIS = 100;

  interface Ends {
    /** As {@link org.dharch.core.spi.CManager.Receiver#emission}. */
    boolean emission(DMFormat emission, Runnable done);

    void malformed(String reason);

    void forged(String reason);
  }

  private final BrokerSupervisor link;
  private final NamespaceName namespace;
  private final Codec codec;
  private final FrameGuard guard;
  private final Ends ends;
  private final Set<EmissionQueue> queues;

  /** Frames that the broker has delivered, within the prefetch. */
  private final LinkedBlockingQueue<Message> arrived = new LinkedBlockingQueue<>();

  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param connecting creates its connection to the broker with the given wiring
   */
  EmissionIntake(
      Set<EmissionQueue> queues,
      NamespaceName namespace,
      Codec codec,
      FrameGuard guard,
      Ends ends,
      Linking connecting) {
    this.queues = queues;
    this.namespace = namespace;
    this.codec = codec;
    this.guard = guard;
    this.ends = ends;
    this.link = connecting.link(new Wires());
    this.thread = new Thread(this::run, "dharch-cmanager-emissions");
    this.thread.setDaemon(true);
  }

  interface Linking {
    BrokerSupervisor link(BrokerSupervisor.Wiring wiring);
  }

  void start() {
    thread.start();
    link.start();
  }

  private final class Wires implements BrokerSupervisor.Wiring {
    @Override
    public void up(Connection connection) throws JMSException {
      arrived.clear();
      Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
      for (EmissionQueue queue : queues) {
        session
            .createConsumer(Target.emissions(queue).destination(session, namespace))
            .setMessageListener(arrived::add);
      }
      connection.start();
    }

    @Override
    public void closing(Connection connection) throws JMSException {
      connection.stop();
    }

    @Override
    public void down() {
      arrived.clear(); // the broker delivers it again
    }
  }

  private void run() {
    while (!closed) {
      try {
        Message message = arrived.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
        if (message != null) {
          take(message);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        SURVIVED.log(e);
      }
    }
  }

  private void take(Message message) throws InterruptedException {
    List<DMFormat> emissions = new ArrayList<>();
    codec.decode(message, guard, new Found(emissions));
    if (emissions.isEmpty()) {
      acknowledge(message);
      return;
    }
    AtomicInteger left = new AtomicInteger(emissions.size());
    for (DMFormat emission : emissions) {
      AtomicBoolean once = new AtomicBoolean();
      Runnable done =
          () -> {
            if (once.compareAndSet(false, true)) {
              if (left.decrementAndGet() == 0) {
                acknowledge(message);
              }
              ended();
            }
          };
      deliver(emission, done);
    }
  }

  /** Blocks until the manager has capacity. */
  private synchronized void deliver(DMFormat emission, Runnable done) throws InterruptedException {
    while (!closed && !ends.emission(emission, done)) {
      wait(STEP_MILLIS);
    }
  }

  private synchronized void ended() {
    notifyAll();
  }

  private static void acknowledge(Message message) {
    try {
      message.acknowledge();
    } catch (JMSException e) {
      LOG.debug("Not acknowledged, so redelivered: {}", e.toString());
    }
  }

  /**
   * Collects the emissions of nodes; each must be from the node that it names, for a consumed
   * queue.
   */
  private final class Found implements Codec.Reader {
    private final List<DMFormat> collected;
    private final Map<String, EmissionQueue> names =
        queues.stream().collect(Collectors.toMap(q -> Target.emissions(q).name(), q -> q));

    Found(List<DMFormat> collected) {
      this.collected = collected;
    }

    @Override
    public boolean takes(FrameHeader header) {
      if (header.way() != FrameHeader.Way.EMISSION || !names.containsKey(header.addressee())) {
        throw new ForgedFrameException(
            "received a " + header.shown() + " for '" + header.addressee() + "' as an emission");
      }
      return true;
    }

    @Override
    public void read(FrameHeader header, DMFormat emission) {
      Optional<String> named = EmissionFormat.emitting(emission).map(Object::toString);
      if (named.isPresent() && !named.get().equals(header.sender())) {
        throw new ForgedFrameException(
            "a " + header.shown() + " must not be in the name of " + named.get());
      }
      collected.add(emission);
    }

    @Override
    public void malformed(String reason) {
      ends.malformed(reason);
    }

    @Override
    public void forged(String reason) {
      ends.forged(reason);
    }
  }

  @Override
  public void close() {
    closed = true;
    ended();
    link.close();
    try {
      thread.join(2 * STEP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
