package org.dharch.peers.operations;

import java.util.concurrent.Callable;

/** An operation that needs something made for it first, which is not measured. One thread. */
public interface Prepared extends Callable<Object> {
  /** How many can be made ready at once. */
  int most();

  /**
   * Makes ready what so many calls need.
   *
   * @param count at most {@link #most()}
   */
  void prepare(int count) throws Exception;
}
