package org.dharch.axis2.delivery;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Runs messages that have left the thread of their transport. A slot is reserved before a message
 * leaves that thread, so that the queue is never full. Without a slot a message keeps its thread,
 * which slows the senders down. Safe for any thread.
 */
public final class OneWayExecutor implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(OneWayExecutor.class);
  private static final long CLOSE_SECONDS = 5;

  private final Semaphore slots;
  private final ThreadPoolExecutor threads;

  /** Creates an executor without starting a thread. */
  public OneWayExecutor(int threadCount, int queue) {
    slots = new Semaphore(threadCount + queue);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(threadCount + queue),
            task -> {
              // a new thread must not have the user of the one that happens to make it
              Thread thread =
                  new Thread(null, task, "dharch-oneway-" + number.incrementAndGet(), 0, false);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Reserves a slot for one message; false if there is none. */
  public boolean reserve() {
    return slots.tryAcquire();
  }

  /** Releases a slot. */
  public void release() {
    slots.release();
  }

  /** Runs {@code task} for a message that has a slot. */
  void execute(Runnable task) {
    threads.execute(task);
  }

  /** Waits for running tasks, at most {@value #CLOSE_SECONDS} s. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.error(
            "One-way messages not delivered count="
                + threads.shutdownNow().size()
                + "; those of durable orchestrations stay in the store");
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
