package org.dharch.core.node;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The thread that steps a node: every {@link #STEP_NANOS} while there is something to watch and for
 * {@link #CALM_NANOS} after; else when a heartbeat is due, so that a node that has nothing to do
 * leaves its machine alone. Any thread may wake it.
 */
final class NodeTimer {
  static final long STEP_NANOS = 10_000_000;

  /** What comes now and then has no thread to wake. */
  static final long CALM_NANOS = 1_000_000_000;

  /** What is not watched by a heartbeat's time waits no longer than that. */
  static final long REST_NANOS = 250_000_000;

  private final NodeEngine engine;
  private final Consumer<Runnable> survive;
  private final Runnable step = this::step; // made once: there may be no memory for it later
  private final Thread thread;
  private long pause = STEP_NANOS;
  private volatile boolean ended;

  /**
   * Begins when it is {@linkplain #begin told to}.
   *
   * @param survive runs a step, and throws nothing whatever that throws
   */
  NodeTimer(NodeEngine engine, Consumer<Runnable> survive, ThreadFactory threads) {
    this.engine = engine;
    this.survive = survive;
    this.thread = threads.newThread(this::run);
  }

  void begin() {
    engine.timer(() -> LockSupport.unpark(thread));
    thread.start();
  }

  private void run() {
    while (!ended) {
      LockSupport.parkNanos(this, pause);
      if (!ended) {
        pause = STEP_NANOS;
        survive.accept(step);
      }
    }
  }

  private void step() {
    engine.tick();
    pause = engine.pause();
  }

  /** Steps no more; a step under way ends. */
  void end() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
