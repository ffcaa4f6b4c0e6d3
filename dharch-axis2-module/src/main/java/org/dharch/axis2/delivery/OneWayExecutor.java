package org.dharch.axis2.delivery;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The threads of messages whose transport's thread has gone. A place is reserved before a message
 * leaves that thread, so that none ever finds the queue full; what gets no place keeps the
 * transport's thread, which slows the senders down. Safe for any thread.
 */
public final class OneWayExecutor implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(OneWayExecutor.class);
  private static final long CLOSE_SECONDS = 5;

  private final Semaphore places;
  private final ThreadPoolExecutor threads;

  /** Starts no thread yet. */
  public OneWayExecutor(int threadCount, int queue) {
    places = new Semaphore(threadCount + queue);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(threadCount + queue),
            task -> {
              Thread thread = new Thread(task, "dharch-oneway-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Takes a place for one message; false if there is none. */
  public boolean reserve() {
    return places.tryAcquire();
  }

  /** Gives a place back. */
  public void release() {
    places.release();
  }

  /** Runs {@code task} for a message that has a place. */
  void execute(Runnable task) {
    threads.execute(task);
  }

  /** Lets what is begun finish, for a while. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.error(
            "one-way messages that did not come to their service: "
                + threads.shutdownNow().size()
                + "; those of durable orchestrations stay in the store");
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
