package org.dharch.core.spi;

import java.time.Duration;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The node's end of the transport whose other end is {@link CManager}. Started once, closed once.
 */
public interface NodeChannel extends AutoCloseable {

  /** Starts to take work addressed to {@code node}. Called once. */
  void start(NodeId node, Listener listener);

  /**
   * Hands a reply over for transport. May block while the transport is down or its bounded outbox
   * is full, at most for the transport's own time limit.
   *
   * @param manager the work's {@link org.dharch.core.wire.TaskBatch#replyTo()}
   * @throws org.dharch.core.message.MalformedMessageException if {@code reply} is past a limit of
   *     the transport and can never be sent
   */
  void reply(String manager, DMFormat reply);

  /** Announces the node's status to all managers; a lost one is not repeated. */
  void announce(NodeStatus status);

  /** Takes no more work; replies still go out. Idempotent. */
  void drain();

  @Override
  void close();

  /** What the node's end hears. */
  interface Listener {
    /**
     * Takes a work, which may be one that was taken before. Never blocks.
     *
     * @param done called once, from any thread, when the work needs no redelivery any more
     * @return false if the node's bounded inbox is full: nothing was kept
     */
    boolean offer(DMFormat work, Runnable done);

    /**
     * As {@link #offer}, by a thread that calls {@link #lend} right after its last work: until then
     * a work that was kept need not begin.
     *
     * @return false as for {@link #offer}; what was kept before has begun then
     */
    default boolean keep(DMFormat work, Runnable done) {
      return offer(work, done);
    }

    /**
     * Lends the calling thread for the handlers of what it kept. It is used only for handlers that
     * lately took less time than it takes to wake another thread, and for about a millisecond.
     *
     * @param handOver called, from another thread and soon, if a handler takes far longer this
     *     time: the lent thread comes back when it may, if ever, so another one must do its duty
     */
    default void lend(Runnable handOver) {}

    /**
     * Waits until the inbox has room, so that a transport receives only what the node can take.
     *
     * @return false if there was none within {@code limit}
     */
    boolean awaitRoom(Duration limit) throws InterruptedException;
  }
}
