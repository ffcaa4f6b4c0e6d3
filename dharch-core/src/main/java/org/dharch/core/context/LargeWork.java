package org.dharch.core.context;

/**
 * Runs work on large messages outside the event loop, so that no other message waits for it:
 * conditions, merges and the encoding of task batches.
 */
public interface LargeWork extends AutoCloseable {
  /**
   * Returns whether work of this size runs here, not on the event loop. Thread-safe.
   *
   * @param load the number of bytes that a merge would read in the same time
   */
  boolean takes(long load);

  /**
   * Runs {@code work}, which must not throw, at a later time. Does not block. Each message in
   * execution has at most one computation here, and one task batch for each node that it is sent
   * to.
   *
   * @param load the size of the work, as in {@link #takes}
   */
  void run(long load, Runnable work);

  /** Stops the work; discards work that has not started. */
  @Override
  void close();
}
