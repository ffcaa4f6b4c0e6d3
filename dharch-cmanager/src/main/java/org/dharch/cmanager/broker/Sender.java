package org.dharch.cmanager.broker;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.dharch.cmanager.frame.FrameWriter;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes batches out of an {@link Outbox} and sends each as one JMS message. The session is used
 * under one lock only: by the sender's own thread or, at low load and if the caller allows it, by
 * the caller, which saves a thread switch. At high load, messages that arrive while a batch is
 * written leave together in the next.
 */
public final class Sender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "sender");
  private static final int KEPT_DESTINATIONS = 256;
  private static final long QUIET_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final Outbox outbox;
  private final FrameWriter writer;
  private final NamespaceName namespace;
  private final Consumer<Exception> onFailure;
  private final ReentrantLock sending = new ReentrantLock();
  private final Thread thread;
  private final Map<Target, Destination> destinations = new LatestUsed<>(KEPT_DESTINATIONS);

  private volatile Session session;
  private volatile long sentAt = System.nanoTime();
  private MessageProducer producer;
  private volatile boolean closed;

  /**
   * @param onFailure called when the session can no longer be used
   */
  public Sender(
      String name, JmsOptions options, FrameWriter writer, Consumer<Exception> onFailure) {
    this.outbox = new Outbox(options.outbox().messages(), options.outbox().bytes());
    this.writer = writer;
    this.namespace = options.namespace();
    this.onFailure = onFailure;
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Queues the message for the sender's thread; false if there is no capacity. Never blocks. */
  public boolean offer(Target target, Outbox.OutgoingItem item) {
    if (!outbox.offer(target, item)) {
      return false;
    }
    LockSupport.unpark(thread);
    return true;
  }

  /** Queues the message as {@link Outbox#latest}. Never blocks. */
  public void latest(Target target, Outbox.OutgoingItem item) {
    outbox.latest(target, item);
    LockSupport.unpark(thread);
  }

  /** As {@link #offer}, but may send on the caller's thread. Only where that cannot block long. */
  public boolean send(Target target, Outbox.OutgoingItem item) {
    if (!outbox.offer(target, item)) {
      return false;
    }
    sendOrWake();
    return true;
  }

  /** As {@link #send}, but waits for capacity. */
  public boolean send(Target target, Outbox.OutgoingItem item, Duration patience)
      throws InterruptedException {
    if (!outbox.offer(target, item, patience)) {
      return false;
    }
    sendOrWake();
    return true;
  }

  /** Queues the message until {@link #sendKept} or until others are sent; waits for capacity. */
  public boolean keep(Target target, Outbox.OutgoingItem item, Duration patience)
      throws InterruptedException {
    if (outbox.offer(target, item)) {
      return true;
    }
    LockSupport.unpark(thread);
    return outbox.offer(target, item, patience);
  }

  /**
   * Sends the queued messages, one frame for each destination, on the caller's thread if possible.
   */
  public void sendKept() {
    boolean more = true;
    while (more && !outbox.isEmpty() && session != null && sending.tryLock()) {
      more = sendNextAndUnlock();
    }
    if (!outbox.isEmpty()) {
      LockSupport.unpark(thread);
    }
  }

  /** Has the sender's own thread send the queued messages. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  private void sendOrWake() {
    if (System.nanoTime() - sentAt > QUIET_NANOS && session != null && sending.tryLock()) {
      sendNextAndUnlock();
      if (outbox.isEmpty()) {
        return;
      }
    }
    LockSupport.unpark(thread);
  }

  /** Sends messages by {@code value} from now on. */
  public void up(Session value) throws JMSException {
    sending.lock();
    try {
      destinations.clear();
      // Without a destination: a producer for a destination would keep the queue of a dead node
      // alive.
      producer = value.createProducer(null);
      session = value;
    } finally {
      sending.unlock();
    }
    LockSupport.unpark(thread);
  }

  /** Stops sending until {@link #up}; call it after the connection was closed. */
  public void down() {
    sending.lock();
    try {
      session = null;
    } finally {
      sending.unlock();
    }
  }

  public boolean isUp() {
    return session != null;
  }

  /** Drops the queued messages and returns their number. */
  public int clear() {
    return outbox.clear();
  }

  private void run() {
    while (!closed) {
      boolean more = false;
      sending.lock();
      try {
        more = sendNextAndUnlock();
      } catch (RuntimeException | Error e) {
        SURVIVED.log(e);
      }
      if (!more && (outbox.isEmpty() || session == null)) {
        LockSupport.park(this);
      }
    }
  }

  /** Sends one batch, if any, and releases the lock before it reports the batch as sent. */
  private boolean sendNextAndUnlock() {
    Optional<Outbox.Batch> sent;
    try {
      sent = sendNext();
    } finally {
      sending.unlock();
    }
    sent.ifPresent(batch -> batch.items().forEach(item -> item.left().run()));
    return sent.isPresent();
  }

  /** Requires the lock. */
  private Optional<Outbox.Batch> sendNext() {
    Session current = session;
    Optional<Outbox.Batch> batch = current == null ? Optional.empty() : outbox.poll();
    if (batch.isEmpty()) {
      return batch;
    }
    long nanos = System.nanoTime();
    List<Outbox.OutgoingItem> items = batch.get().items();
    if (items.stream().anyMatch(item -> item.expiresAtNanos() - nanos <= 0)) {
      items = items.stream().filter(item -> item.expiresAtNanos() - nanos > 0).toList();
      LOG.debug("Expired in the outbox messages={}", batch.get().items().size() - items.size());
      if (items.isEmpty()) {
        return batch;
      }
    }
    try {
      send(current, batch.get().target(), items, nanos);
      return batch;
    } catch (JMSException | RuntimeException e) {
      outbox.putBack(batch.get());
      session = null;
      onFailure.accept(e);
      return Optional.empty();
    }
  }

  private void send(Session current, Target target, List<Outbox.OutgoingItem> items, long nanos)
      throws JMSException {
    BytesMessage message = current.createBytesMessage();
    writer.write(message, target, items);
    if (items.size() == 1) {
      message.setJMSCorrelationID(items.get(0).id().toString());
    }
    long longest = 0;
    for (Outbox.OutgoingItem item : items) {
      longest = Math.max(longest, item.expiresAtNanos() - nanos);
    }
    long ttl = Math.max(1, TimeUnit.NANOSECONDS.toMillis(longest));
    producer.send(
        destination(current, target),
        message,
        DeliveryMode.NON_PERSISTENT,
        Message.DEFAULT_PRIORITY,
        ttl);
    sentAt = System.nanoTime();
  }

  private Destination destination(Session current, Target target) throws JMSException {
    Destination known = destinations.get(target);
    if (known == null) {
      known = target.destination(current, namespace);
      destinations.put(target, known);
    }
    return known;
  }

  /** Waits until everything is sent, at most {@code limit}. */
  public void flush(Duration limit) throws InterruptedException {
    outbox.awaitEmpty(limit);
    if (sending.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) { // the last batch is sent, too
      sending.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
