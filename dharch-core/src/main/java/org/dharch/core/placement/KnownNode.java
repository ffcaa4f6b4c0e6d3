package org.dharch.core.placement;

import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.core.context.Conductor;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * A live node: its latest status and the state of its tasks. Modified only on the {@link
 * Conductor}'s event loop; any thread may read {@link #status}.
 */
final class KnownNode {
  /** The number of values of {@link #rank}. */
  static final int RANKS = 16;

  /** The approximate round trip to a node. */
  private static final long WAY_NANOS = 200_000;

  /** The time without direct forwarding after a forwarded message was lost. */
  private static final long KEEPS_NANOS = 10_000_000_000L;

  private final NodeId id;
  private final NodeLoad load;
  private volatile NodeStatus status;
  private int others;

  private final DuplicateNodes duplicates = new DuplicateNodes();

  /** The end of the time in which it must not forward; empty if there is no restriction. */
  private OptionalLong keepsUntil = OptionalLong.empty();

  /** Whether the node can be reached. */
  private boolean isReached = true;

  KnownNode(NodeStatus status, Optional<ConcurrencyLimitSetting> concurrencyLimit) {
    this.id = status.node();
    this.load = new NodeLoad(concurrencyLimit);
    update(status);
  }

  NodeId id() {
    return id;
  }

  NodeStatus status() {
    return status;
  }

  NodeLoad load() {
    return load;
  }

  /**
   * Stores the node's latest status. Its tasks beyond those of this manager belong to other
   * managers. Some of these tasks may be in transit, so the number is approximate, but never
   * negative.
   */
  void update(NodeStatus value) {
    status = value;
    others = (int) Math.max(0, (long) value.active() + value.waiting() - load.tasks());
  }

  /** Returns the other incarnations of its name without its execution journal. */
  DuplicateNodes duplicates() {
    return duplicates;
  }

  /** Returns the number of tasks of other managers in its latest heartbeat. */
  int others() {
    return others;
  }

  boolean takesWork() {
    return status.state() == NodeStatus.State.READY;
  }

  /** Returns whether it accepts a message of this size. */
  boolean takes(long bytes) {
    return status.largest() == 0 || bytes <= status.largest();
  }

  /** Returns whether its tasks from this manager leave capacity for a message of this size. */
  boolean hasCapacityFor(long bytes) {
    return load.bytes() == 0 || takes(load.bytes() + bytes);
  }

  /** A message that it forwarded did not arrive; its broker may reject forwarded messages. */
  void forwardLost(long now) {
    keepsUntil = OptionalLong.of(now + KEEPS_NANOS);
  }

  /** Returns whether it accepts forwarded messages and may forward messages now. */
  boolean canForward(long now) {
    return has(NodeStatus.Trait.FORWARDS)
        && (keepsUntil.isEmpty() || now - keepsUntil.getAsLong() >= 0);
  }

  /** Returns whether a new task would wait for a worker. */
  boolean isBusy() {
    return burden() >= status.workers();
  }

  boolean has(NodeStatus.Trait trait) {
    return status.traits().contains(trait);
  }

  boolean isReached() {
    return isReached;
  }

  void reached(boolean value) {
    isReached = value;
  }

  /** Returns whether it can receive one more task now. */
  boolean hasCapacity() {
    return isReached && load.hasCapacity();
  }

  /**
   * Returns the node's preference class, from 0 (best) to 15. In order of precedence: an
   * unreachable node ranks after reachable ones, a standby node after others, a hung node after
   * responsive ones, a full node after those with capacity.
   */
  int rank() {
    return (isReached ? 0 : 8)
        + (has(NodeStatus.Trait.STANDBY) ? 4 : 0)
        + (load.isHung() ? 2 : 0)
        + (hasCapacity() ? 0 : 1);
  }

  /** Returns whether the nodes of this rank have capacity. */
  static boolean hasCapacity(int rank) {
    return rank % 2 == 0;
  }

  /** Returns whether it has fewer tasks per worker, those of other managers included. */
  boolean isFreerThan(KnownNode other) {
    return burden() * other.status.workers() < other.burden() * status.workers();
  }

  /**
   * Returns whether a task waits so much longer here than on {@code other} that the extra round
   * trip pays. The wait must also exceed one usual task: as many tasks as there are workers do not
   * wait.
   *
   * @param usualNanos the usual duration of a task
   */
  boolean waitsLonger(KnownNode other, long usualNanos) {
    double here = (double) burden() / status.workers();
    double there = (double) other.burden() / other.status.workers();
    return here > 1 && here - there > 1 && (here - there) * usualNanos > WAY_NANOS;
  }

  private long burden() {
    return (long) load.tasks() + others;
  }
}
