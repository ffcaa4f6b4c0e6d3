package org.dharch.benchmarks.decentralized;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pool of processing threads of an engine, and its queue of at most 100,000 entries; a full
 * queue is an exception. Failures are logged. Any thread.
 */
final class EnginePool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EnginePool.class);
  private static final int WAITING = 100_000;
  private static final long IDLE_SECONDS = 20;
  private static final long ENDS_SECONDS = 5;

  private final ThreadPoolExecutor threads;

  /** The program of a partition for one message. */
  @FunctionalInterface
  interface Program {
    void run() throws Exception;
  }

  EnginePool(String name, int size) {
    AtomicInteger made = new AtomicInteger();
    ThreadFactory daemons =
        program -> {
          Thread thread = new Thread(program, name + "-" + made.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    threads =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            daemons);
    threads.allowCoreThreadTimeOut(true);
  }

  void run(Program program) {
    threads.execute(
        () -> {
          try {
            program.run();
          } catch (Exception e) {
            if (threads.isShutdown()) {
              return; // the log entry is the only result
            }
            LOG.error("Partition failed; its client receives no answer", e);
          }
        });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(ENDS_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("Shutdown timed out programs={}", threads.getActiveCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
