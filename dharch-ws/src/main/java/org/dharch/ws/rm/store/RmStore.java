package org.dharch.ws.rm.store;

import java.util.List;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;

/**
 * Where the sequences of a node's sources and sinks are kept, and their messages. What a
 * transaction has written is there when it returns, whatever is killed afterwards. Any thread.
 */
public interface RmStore extends AutoCloseable {

  /** What is done in one transaction. It may be done more than once; only the last time counts. */
  @FunctionalInterface
  interface Work<T> {
    T in(RmTransaction transaction);
  }

  /**
   * Does all of {@code work} or nothing. What several threads bring at once may be committed
   * together.
   *
   * @param about a sequence's key: what concerns one sequence is best done one after another
   * @throws ConflictException if others were faster every time that it was tried
   * @throws StoreException if the store fails; nothing was done then, or nobody knows
   */
  <T> T transact(String about, Work<T> work);

  /**
   * The sequences that are due and that no other node has leased, the first due first; they are
   * leased to this one. A lease ends with the next change of its sequence.
   *
   * @param node the name of this node's life
   * @param millis for how long no other node looks after them
   * @return their keys, {@code limit} at most
   */
  List<String> lease(String node, long millis, int limit);

  /** Waits for what is under way and lets go of the store. */
  @Override
  void close();
}
