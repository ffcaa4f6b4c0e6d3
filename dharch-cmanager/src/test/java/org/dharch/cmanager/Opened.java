package org.dharch.cmanager;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test has opened, closed after it, the latest first. For one thread. */
public final class Opened {
  private final Deque<AutoCloseable> all = new ArrayDeque<>();

  /** {@code one} is closed before what was opened earlier. */
  public <T extends AutoCloseable> T with(T one) {
    all.push(one);
    return one;
  }

  /** Closes the latest now. */
  public void closeLatest() throws Exception {
    all.pop().close();
  }

  public void close() throws Exception {
    while (!all.isEmpty()) {
      closeLatest();
    }
  }
}
