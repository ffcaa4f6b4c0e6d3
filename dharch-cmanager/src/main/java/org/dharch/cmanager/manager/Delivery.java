package org.dharch.cmanager.manager;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.dharch.cmanager.frame.ForgedFrames;
import org.dharch.core.spi.CManager.Receiver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the receiver, one call at a time; logs its exceptions, and makes no call after {@link
 * #close}.
 */
final class Delivery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Receiver receiver;
  private final ForgedFrames forged;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean closed;

  /**
   * @param forged counts frames with an invalid signature
   */
  Delivery(Receiver receiver, ForgedFrames forged) {
    this.receiver = receiver;
    this.forged = forged;
  }

  void call(Consumer<Receiver> call) {
    lock.lock();
    try {
      if (!closed) {
        call.accept(receiver);
      }
    } catch (RuntimeException e) {
      LOG.error("Receiver failed: {}", e.toString(), e);
    } finally {
      lock.unlock();
    }
  }

  void malformed(String reason) {
    LOG.debug("Dropped a malformed message reason={}", reason);
    call(r -> r.malformed(reason));
  }

  void forged(String reason) {
    forged.count(reason);
    call(r -> r.forged(reason));
  }

  /** Waits for the running call, at most five seconds. */
  @Override
  public void close() {
    closed = true;
    try {
      if (lock.tryLock(CLOSE_LIMIT.toNanos(), TimeUnit.NANOSECONDS)) {
        lock.unlock();
      } else {
        LOG.warn("Receiver not ended in time seconds={}", CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
