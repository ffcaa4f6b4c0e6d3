package org.dharch.core.spi;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The node's end of the transport whose other end is {@link CManager}. Started once, closed once.
 */
public interface NodeChannel extends AutoCloseable {

  /** Starts to take work addressed to {@code node}. Called once. */
  void start(NodeId node, Listener listener);

  /**
   * Complete when managers can reach the node for the first time; never, if that does not happen. A
   * channel that needs no broker is connected as soon as it is started.
   */
  default CompletionStage<Void> connected() {
    return CompletableFuture.completedStage(null);
  }

  /**
   * Whether managers can reach the node now. A transport may let a short loss of its way count for
   * nothing; one that needs no broker is reachable as soon as it is started.
   */
  default boolean isReachable() {
    return connected().toCompletableFuture().isDone();
  }

  /**
   * The addresses of the managers that have called this node; none if the transport has no calls.
   */
  default Set<String> managers() {
    return Set.of();
  }

  /**
   * Hands a reply over for transport. May block while the transport is down or its bounded outbox
   * is full, at most for the transport's own time limit.
   *
   * @param manager the task batch's {@link org.dharch.core.wire.TaskBatch#replyTo()}
   * @throws org.dharch.core.message.MalformedMessageException if {@code reply} is past a limit of
   *     the transport and can never be sent
   */
  void reply(String manager, DMFormat reply);

  /**
   * As {@link #reply(String, DMFormat)}, and says when the reply has left the node: only then is
   * its task batch to be acknowledged, so that one whose node is killed in between is delivered
   * again.
   *
   * @param left run once, by any thread: when the reply has left, or will not any more; not if this
   *     throws
   */
  default void reply(String manager, DMFormat reply, Runnable left) {
    reply(manager, reply);
    left.run();
  }

  /** Whether {@link #forward} brings anything to other nodes; the same from {@link #start} on. */
  default boolean forwards() {
    return false;
  }

  /**
   * Sends the continuation of a message directly to another node. Never blocks. If it is lost, the
   * message's manager sends it itself after a while.
   *
   * @return false if there is no capacity or no connection now: nothing was kept
   * @throws org.dharch.core.message.MalformedMessageException if {@code message} exceeds a limit of
   *     the transport and can never be sent
   */
  default boolean forward(NodeId to, DMFormat message) {
    return false;
  }

  /**
   * Sends an emission to any manager that consumes {@code queue}. Never blocks. The result is not
   * reported.
   *
   * @return false if there is no capacity or no connection to a manager now: nothing was kept. A
   *     transport without emissions always returns false
   * @throws org.dharch.core.message.MalformedMessageException if {@code emission} exceeds a limit
   *     of the transport and can never be sent
   */
  default boolean emit(EmissionQueue queue, DMFormat emission) {
    return false;
  }

  /** Announces the node's status to all managers; a lost one is not repeated. */
  void announce(NodeStatus status);

  /**
   * The node wants no more work, and says so to those who offer it some: what is on its way is
   * brought all the same, so that it goes back at once. Replies still go out. Idempotent.
   */
  void drain();

  /** After {@link #drain}: waits until no more work seems to be on its way, at most so long. */
  default void awaitDry(Duration limit) throws InterruptedException {}

  @Override
  void close();

  /** Receives what arrives for the node. */
  interface Listener {
    /**
     * Takes a task batch, which may be one that was taken before. Never blocks. By a thread that a
     * transport lends ({@link BorrowedThread.Transport}) it is to be called while that is lent:
     * quick handlers then run there, after the last task batch.
     *
     * @param done called once, from any thread, when the task batch needs no redelivery any more
     * @return false if the node's bounded inbox is full: nothing was kept, and what was left to the
     *     thread before has begun
     */
    boolean offer(DMFormat batch, Runnable done);

    /**
     * The managers request heartbeats at this interval, not more often. Ignored if it is shorter
     * than the node's own interval.
     */
    default void announceEvery(Duration interval) {}

    /**
     * Waits until the inbox has room, so that a transport receives only what the node can take.
     *
     * @return false if there was none within {@code limit}
     */
    boolean awaitCapacity(Duration limit) throws InterruptedException;
  }
}
