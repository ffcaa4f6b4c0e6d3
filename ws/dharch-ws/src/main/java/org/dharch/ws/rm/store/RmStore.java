package org.dharch.ws.rm.store;

import java.util.List;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;

/** Stores sequences with their messages. A returned transaction is durable. Thread-safe. */
public interface RmStore extends AutoCloseable {

  /** The work of one transaction; it may run several times. */
  @FunctionalInterface
  interface Work<T> {
    T in(RmTransaction transaction);
  }

  /**
   * Runs {@code work} atomically. Transactions of several threads may be committed together.
   *
   * @param about a sequence's key; transactions of one sequence should run in order
   * @throws ConflictException if every attempt conflicted with another transaction
   * @throws StoreException if the store fails; the outcome may be unknown
   */
  <T> T transact(String about, Work<T> work);

  /**
   * Leases due sequences to this node, by due time; skips those leased to other nodes. The next
   * change of a sequence ends its lease.
   *
   * @param node the name of this node's incarnation
   * @param millis the duration of the lease
   * @return at most {@code limit} keys
   */
  List<String> lease(String node, long millis, int limit);

  /** Waits for active transactions and closes the store. */
  @Override
  void close();
}
