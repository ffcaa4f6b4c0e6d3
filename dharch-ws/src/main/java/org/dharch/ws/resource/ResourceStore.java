package org.dharch.ws.resource;

/**
 * Where resources are kept. What a transaction has written is there when it returns, all of it or
 * nothing. Any thread.
 */
public interface ResourceStore extends AutoCloseable {
  /** For how long it is known which messages were done, in milliseconds. */
  long KEPT_MILLIS = 600_000;

  /** What is done in one transaction. It may be done more than once; only the last time counts. */
  @FunctionalInterface
  interface Work<T> {
    T in(ResourceTransaction transaction);
  }

  /**
   * Does all of {@code work} or nothing; nothing, too, if it throws.
   *
   * @throws org.dharch.ws.jdbc.ConflictException if others were faster every time that it was tried
   * @throws org.dharch.ws.jdbc.StoreException if the store fails; nothing was done then, or what
   *     was done is not known
   */
  <T> T transact(Work<T> work);

  /**
   * Forgets resources whose time is over, and what came of messages long ago.
   *
   * @param limit how many of each at most
   * @return how many of both
   */
  int sweep(int limit);

  /** Waits for what is under way and lets go of the store. */
  @Override
  void close();
}
