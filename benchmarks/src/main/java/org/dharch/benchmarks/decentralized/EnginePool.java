package org.dharch.benchmarks.decentralized;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine's pool of processing threads, and the queue before it: 100,000 at most, what is more is
 * an exception. Work that fails says so in the log. Any thread.
 */
final class EnginePool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EnginePool.class);
  private static final int WAITING = 100_000;
  private static final long IDLE_SECONDS = 20;
  private static final long ENDS_SECONDS = 5;

  private final ThreadPoolExecutor threads;

  /** A partition's program for one message. */
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
              return; // its end is what it failed by
            }
            LOG.error("a partition failed; its client gets no answer", e);
          }
        });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(ENDS_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} programs do not end", threads.getActiveCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
