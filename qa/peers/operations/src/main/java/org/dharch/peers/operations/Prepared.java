package org.dharch.peers.operations;

import java.util.concurrent.Callable;

/** An operation with an unmeasured preparation. One thread. */
public interface Prepared extends Callable<Object> {
  /** Returns how many calls can be prepared at once. */
  int maxCount();

  /**
   * Prepares the given number of calls.
   *
   * @param count at most {@link #maxCount()}
   */
  void prepare(int count) throws Exception;
}
