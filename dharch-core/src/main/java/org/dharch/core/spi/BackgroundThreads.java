package org.dharch.core.spi;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Creates executors with named daemon threads that end after 10 s without work, so that no thread
 * keeps the class loader of an undeployed web application. Stateless, safe for any thread. The
 * caller shuts the executor down.
 */
public final class BackgroundThreads {
  private static final long IDLE_SECONDS = 10;

  private BackgroundThreads() {}

  /**
   * Creates an executor. With one thread, tasks run in order; tasks submitted after shutdown are
   * dropped.
   */
  public static ExecutorService of(String name, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            daemons(name),
            new ThreadPoolExecutor.DiscardPolicy());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * As {@link #of}, with delayed tasks; a canceled task is released at once. The JDK's own thread
   * for delays ({@code CompletableFuture.delayedExecutor}, {@code orTimeout}) never ends.
   */
  public static ScheduledExecutorService timer(String name, int threads) {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            threads, daemons(name), new ThreadPoolExecutor.DiscardPolicy());
    pool.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    pool.allowCoreThreadTimeOut(true);
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }

  private static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
