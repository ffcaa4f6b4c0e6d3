package org.dharch.ws.resource;

/** Stores resources. Transactions are atomic and durable. Thread-safe. */
public interface ResourceStore extends AutoCloseable {
  /** How long the outcome of a message is stored, in milliseconds. */
  long KEPT_MILLIS = 600_000;

  /** The work of one transaction; it may run several times. */
  @FunctionalInterface
  interface Work<T> {
    T in(ResourceTransaction transaction);
  }

  /**
   * Runs {@code work} in one transaction; rolls back if it throws.
   *
   * @throws org.dharch.ws.jdbc.ConflictException if every attempt conflicted with another
   *     transaction
   * @throws org.dharch.ws.jdbc.StoreException if the store fails; the outcome may be unknown
   */
  <T> T transact(Work<T> work);

  /**
   * Deletes expired resources and old outcomes of messages.
   *
   * @param limit the maximum number of each
   * @return the number of both
   */
  int sweep(int limit);

  /** Waits for active transactions and closes the store. */
  @Override
  void close();
}
