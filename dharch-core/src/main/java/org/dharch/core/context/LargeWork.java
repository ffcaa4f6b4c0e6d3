package org.dharch.core.context;

/**
 * Where work on a large message is done, so that no other message waits for it: conditions, merges
 * and the making of task batches would otherwise hold the {@link Conductor}'s turn for as long as
 * they take.
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
