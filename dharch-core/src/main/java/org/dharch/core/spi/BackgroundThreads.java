package org.dharch.core.spi;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads of a name, which end when nothing is to be done for 10 s: nothing keeps the class
 * loaders of a web application that has gone. Stateless, safe for any thread; whoever makes some
 * ends them.
 */
public final class BackgroundThreads {
  private static final long IDLE_SECONDS = 10;

  private BackgroundThreads() {}

  /** With one thread all is done in order; what comes after its end is let drop. */
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
   * The same for what is to be done later, too; what is cancelled is let go of at once. The JDK's
   * own thread for that ({@code CompletableFuture.delayedExecutor}, {@code orTimeout}) never ends.
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
