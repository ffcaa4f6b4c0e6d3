package org.dharch.core.emission;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what concerns emissions, one thing after another: on a thread of its own, which is there
 * only once there is something to do, or, if it was not started, when its owner steps it. Safe for
 * any thread.
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
   * @param tick what is due by the clock
   */
  EmissionLoop(String name, Runnable tick) {
    this.name = "dharch-emissions-" + name;
    this.tick = tick;
  }

  /** From now on a thread does it. */
  synchronized void start() {
    started = true;
  }

  /** Whether a thread does it. */
  synchronized boolean isStarted() {
    return started;
  }

  /** Has {@code work} done, after what was brought before. */
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

  /** Whether {@link #step} has something to do but for the clock. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Does what waits, and what is due. */
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
      SURVIVED.say(e);
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
