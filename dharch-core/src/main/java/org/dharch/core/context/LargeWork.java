package org.dharch.core.context;

/**
 * Runs work on large messages outside the event loop, so that no other message waits for it:
 * conditions, merges and the encoding of task batches.
 */
public interface LargeWork extends AutoCloseable {
  /**
   * Whether work of this size is done here, and not in the turn. For any thread.
   *
   * @param load in bytes that a merge would read in the same time
   */
  boolean takes(long load);

  /**
   * Does {@code work}, which throws nothing, some time. Does not wait. There is never more than one
   * computation a message in execution, and one task batch for each of the nodes it is sent to.
   *
   * @param load how much it is
   */
  void run(long load, Runnable work);

  /** Ends it; what has not begun is not done any more. */
  @Override
  void close();
}
