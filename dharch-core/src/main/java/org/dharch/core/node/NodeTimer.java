package org.dharch.core.node;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Steps a node on a thread: every {@link #STEP_NANOS} while there is something to watch and for
 * {@link #CALM_NANOS} after, otherwise when a heartbeat is due, so that an idle node uses little
 * CPU. Any thread may wake it.
 */
final class NodeTimer {
  static final long STEP_NANOS = 10_000_000;

  /** Work with longer pauses does not keep the thread awake. */
  static final long CALM_NANOS = 1_000_000_000;

  /** The longest wait for anything that the heartbeat interval does not bound. */
  static final long REST_NANOS = 250_000_000;

  private final NodeEngine engine;
  private final Consumer<Runnable> survive;
  private final Runnable step = this::step; // created in advance, because memory may run out
  private final Thread thread;
  private long pause = STEP_NANOS;
  private volatile boolean ended;

  /**
   * Creates a timer that starts with {@link #begin}.
   *
   * @param survive runs a step and catches everything that it throws
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

  /** Stops the steps; a running step completes. */
  void end() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
