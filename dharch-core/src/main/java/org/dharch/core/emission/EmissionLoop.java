package org.dharch.core.emission;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the work of emissions sequentially: on its own thread, which starts with the first work, or,
 * if the loop was not started, when its owner calls {@link #step}. Safe for any thread.
 */
final class EmissionLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmissionLoop.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "emission loop");
  private static final long TICK_MILLIS = 50;

  private final String name;
  private final Runnable tick;
  private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private ScheduledThreadPoolExecutor pool; // guarded by this, as are these
  private boolean started;
  private boolean closed;

  /**
   * @param tick does the work that is due by the clock
   */
  EmissionLoop(String name, Runnable tick) {
    this.name = "dharch-emissions-" + name;
    this.tick = tick;
  }

  /** Lets a thread do the work from now on. */
  synchronized void start() {
    started = true;
  }

  /** Returns whether a thread does the work. */
  synchronized boolean isStarted() {
    return started;
  }

  /** Queues {@code work} after all earlier work. */
  void execute(Runnable work) {
    waiting.add(work);
    signal();
  }

  private synchronized void signal() {
    if (!started || closed) {
      return;
    }
    if (pool == null) {
      pool = new ScheduledThreadPoolExecutor(1, this::thread);
      var unused =
          pool.scheduleWithFixedDelay(this::step, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }
    try {
      pool.execute(this::step);
    } catch (RejectedExecutionException e) {
      LOG.debug("Emissions are closed");
    }
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns whether {@link #step} has queued work, not counting work that is due by the clock. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Does the queued work and the work that is due. */
  void step() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      survive(next);
    }
    survive(tick);
  }

  private static void survive(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      SURVIVED.log(e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (pool != null) {
      pool.shutdown();
    }
  }
}
