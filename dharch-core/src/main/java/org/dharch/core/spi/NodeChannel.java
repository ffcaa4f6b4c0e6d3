package org.dharch.core.spi;

import java.time.Duration;
import java.util.Map;
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
   * Completes when managers can reach the node for the first time. A channel without a broker is
   * connected as soon as it is started.
   */
  default CompletionStage<Void> connected() {
    return CompletableFuture.completedStage(null);
  }

  /**
   * Whether managers can reach the node now. A transport may ignore a short loss; one without a
   * broker is reachable as soon as it is started.
   */
  default boolean isReachable() {
    return connected().toCompletableFuture().isDone();
  }

  /**
   * Why managers that call this node, by their addresses, cannot work with it, such as another key:
   * the cause, a colon, and details. A manager that no longer calls is left out.
   */
  default Map<String, String> rejections() {
    return Map.of();
  }

  /** The addresses of the managers that have called this node; empty without calls. */
  default Set<String> managers() {
    return Set.of();
  }

  /**
   * Queues a reply. May block while the transport is down or its bounded outbox is full, at most
   * for the transport's own time limit.
   *
   * @param manager the task batch's {@link org.dharch.core.wire.TaskBatch#replyTo()}
   * @throws org.dharch.core.message.MalformedMessageException if {@code reply} exceeds a limit of
   *     the transport and can never be sent
   */
  void reply(String manager, DMFormat reply);

  /**
   * As {@link #reply(String, DMFormat)}, and reports when the reply has left the node: only then
   * may its task batch be acknowledged, so that it is delivered again if the node is killed before.
   *
   * @param left run once, by any thread: when the reply has left, or never will; not if this throws
   */
  default void reply(String manager, DMFormat reply, Runnable left) {
    reply(manager, reply);
    left.run();
  }

  /** Whether {@link #forward} reaches other nodes; constant after {@link #start}. */
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
   * Announces that the node accepts no more work. Task batches in transit are still delivered, so
   * that they are returned at once. Replies are still sent. Idempotent.
   */
  void drain();

  /**
   * After {@link #drain}: waits until no more work seems to be in transit, at most {@code limit}.
   */
  default void awaitDry(Duration limit) throws InterruptedException {}

  @Override
  void close();

  /** Receives what arrives for the node. */
  interface Listener {
    /**
     * Accepts a task batch, possibly a repeated one. Never blocks. On a lent thread ({@link
     * BorrowedThread.Transport}) quick handlers run after the last task batch.
     *
     * @param done called once, from any thread, when the task batch needs no redelivery any more
     * @return false if the node's bounded inbox is full: nothing was kept, and the tasks that were
     *     left to the thread have started
     */
    boolean offer(DMFormat batch, Runnable done);

    /**
     * The managers request heartbeats at this interval, not more often. Ignored if it is shorter
     * than the node's own interval.
     */
    default void announceEvery(Duration interval) {}

    /**
     * Waits until the inbox has capacity, so that a transport receives only what the node can
     * accept.
     *
     * @return false if there was none within {@code limit}
     */
    boolean awaitCapacity(Duration limit) throws InterruptedException;
  }
}
