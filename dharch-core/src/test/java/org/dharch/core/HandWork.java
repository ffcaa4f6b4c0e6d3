package org.dharch.core;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.dharch.core.context.LargeWork;

/** {@link LargeWork} that is done when the test says so. */
final class HandWork implements LargeWork {
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final Consumer<Runnable> later;

  /** From which load on it is done here. */
  long takesFrom = 64 * 1024;

  HandWork() {
    this.later = waiting::add;
  }

  /**
   * @param later does it, some time
   */
  HandWork(Consumer<Runnable> later) {
    this.later = later;
  }

  @Override
  public boolean takes(long load) {
    return load >= takesFrom;
  }

  @Override
  public void run(long load, Runnable work) {
    later.accept(work);
  }

  int size() {
    return waiting.size();
  }

  /** Does what came first. */
  void doNext() {
    waiting.remove().run();
  }

  @Override
  public void close() {
    waiting.clear();
  }
}
