package org.dharch.cmanager.node;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameReader;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.text.LoggedError;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes task batches from a node's queue while the node has capacity, and acknowledges a frame
 * when each of its task batches is done. The node may borrow the receiving thread for quick
 * handlers; if one of them keeps it, another thread continues to receive. Used for one connection:
 * afterwards the broker delivers unacknowledged frames again.
 *
 * <p>Any thread may acknowledge. JMS does not guarantee that, but ActiveMQ's individual
 * acknowledgement only writes a command to the transport, which has its own lock
 * (ActiveMQMessageConsumer.acknowledge).
 */
final class TaskBatchConsumer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TaskBatchConsumer.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "receiver of the node");
  private static final Duration STEP = Duration.ofMillis(200);

  /** Closing ends the wait; frequent wake-ups would cost an idle machine. */
  private static final long REST_MILLIS = 10_000;

  /** Nothing is expected any more after this time without a message, once the node has stopped. */
  private static final long DRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Lends the current thread while it delivers task batches ({@link BorrowedThread.Transport}). */
  interface Lending {
    void lend(Runnable handOver, BorrowedThread.Bringing<Void, InterruptedException> bringing)
        throws InterruptedException;
  }

  private final MessageConsumer consumer;
  private final FrameReader frames;
  private final NodeChannel.Listener listener;
  private final Lending lending;
  private final Predicate<DMFormat> aside;
  private final String self;
  private final FrameHeader.Way way;
  private final RateLimitedLog malformed = new RateLimitedLog();
  private volatile Thread receiver = new Thread(this::run); // replaced by start
  private volatile boolean closed;
  private boolean taking; // this and the next: guarded by this
  private long takenAt = System.nanoTime();

  /**
   * @param node the node for which the task batches must be signed
   * @param way the sender: a manager, or other nodes
   * @param aside receives other messages
   */
  TaskBatchConsumer(
      MessageConsumer consumer,
      NodeId node,
      FrameHeader.Way way,
      FrameReader frames,
      NodeChannel.Listener listener,
      Predicate<DMFormat> aside,
      Lending lending) {
    this.consumer = consumer;
    this.self = node.toString();
    this.way = way;
    this.frames = frames;
    this.listener = listener;
    this.aside = aside;
    this.lending = lending;
  }

  void logPending() {
    malformed.logPending();
  }

  synchronized void start() {
    if (!closed) {
      receiver = new Thread(this::run, "dharch-node-receive");
      receiver.setDaemon(true);
      receiver.start();
    }
  }

  /** Starts another receiving thread if {@code busy} is the current one and stays in a handler. */
  private synchronized void handOver(Thread busy) {
    if (receiver == busy) {
      start();
    }
  }

  private synchronized void taking(boolean value) {
    taking = value;
    takenAt = System.nanoTime();
    notifyAll();
  }

  /** Waits until nothing arrives for a while, not counting the time before {@code since}. */
  synchronized void awaitDry(long since, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!closed) {
      long now = System.nanoTime();
      long left = taking ? DRY_NANOS : Math.max(takenAt - now, since - now) + DRY_NANOS;
      long wait = Math.min(left, end - now);
      if (wait <= 0) {
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(this, wait);
    }
  }

  private void run() {
    while (!closed && receiver == Thread.currentThread()) {
      try {
        if (listener.awaitCapacity(STEP)) {
          Message message = consumer.receive(REST_MILLIS);
          if (message != null) {
            taking(true);
            try {
              take(message);
            } finally {
              taking(false);
            }
          }
        }
      } catch (JMSException e) {
        LOG.debug("Connection lost: {}", e.toString());
        return; // the link detects that and makes another consumer
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        SURVIVED.log(e);
        LockSupport.parkNanos(STEP.toNanos()); // limits the log
      }
    }
  }

  private void take(Message message) throws InterruptedException {
    List<DMFormat> taskBatches = new ArrayList<>();
    frames.decode(message, new TaskBatches(taskBatches));
    if (taskBatches.isEmpty()) {
      acknowledge(message);
      return;
    }
    Thread self = Thread.currentThread();
    lending.lend(() -> handOver(self), () -> deliver(taskBatches, message));
  }

  /** Collects the task batches for this incarnation. */
  private final class TaskBatches implements Codec.Reader {
    private final List<DMFormat> collected;

    TaskBatches(List<DMFormat> collected) {
      this.collected = collected;
    }

    @Override
    public boolean takes(FrameHeader header) {
      if (header.way() != way || !header.addressee().equals(self)) {
        throw new ForgedFrameException(
            "received a " + header.shown() + " for '" + header.addressee() + "' at " + self);
      }
      return true;
    }

    @Override
    public void read(FrameHeader header, DMFormat taskBatch) {
      if (!aside.test(taskBatch)) {
        collected.add(taskBatch);
      }
    }

    @Override
    public void malformed(String reason) {
      malformed.count(n -> LOG.warn("Dropped malformed messages count={} latest={}", n, reason));
    }

    @Override
    public void forged(String reason) {
      frames.forged().count(reason);
    }
  }

  /** Offers the node all task batches of a frame, as it has capacity. */
  private Void deliver(List<DMFormat> taskBatches, Message frame) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(taskBatches.size());
    for (DMFormat taskBatch : taskBatches) {
      AtomicBoolean once = new AtomicBoolean();
      Runnable done =
          () -> {
            if (once.compareAndSet(false, true) && left.decrementAndGet() == 0) {
              acknowledge(frame);
            }
          };
      while (!closed && !listener.offer(taskBatch, done)) {
        listener.awaitCapacity(STEP);
      }
    }
    return null;
  }

  private static void acknowledge(Message message) {
    try {
      message.acknowledge();
    } catch (JMSException e) {
      LOG.debug("Not acknowledged, so redelivered: {}", e.toString());
    }
  }

  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      notifyAll();
      last = receiver;
    }
    try {
      last.join(2 * STEP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
