package org.dharch.core.execution.event;

import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/** The surroundings of an execution: answers its questions during an event. */
public interface Environment {
  /** The number of this incarnation of the manager. */
  long incarnation();

  /** The manager's clock in nanoseconds; constant during one event. */
  long now();

  /** The clock's current reading, to measure durations. For any thread. */
  long precise();

  /**
   * Whether a computation of this cost runs in another thread.
   *
   * @param load the number of bytes that a merge reads in the same time
   */
  boolean computesElsewhere(long load);

  /** The best live node for the handler. */
  Optional<NodeId> place(PlacementRequest request);

  /**
   * The node for this {@code affinity} by highest random weight, among the best nodes with capacity
   * for the handler. The request may require no node.
   */
  Optional<NodeId> placeBy(long affinity, PlacementRequest request);

  /**
   * The largest message that a node hosting the handler accepts, whatever the size in the request;
   * empty if no node hosts it or one has no limit.
   */
  OptionalLong largest(PlacementRequest request);

  /** Whether {@code node} is alive and connected. */
  boolean alive(NodeId node);

  /** The live incarnation of the node of this name. */
  Optional<NodeId> named(String node);

  /**
   * The number of attempts that the journal of {@code node} has accepted, as last reported ({@code
   * NodeStatus.taken}).
   */
  long taken(NodeId node);

  /**
   * Whether {@code node} has capacity for one more task of {@code handler}.
   *
   * @param bytes the size of the message
   */
  boolean hasCapacity(NodeId node, String handler, long bytes);

  /** Whether {@code node} continues with prefetched stages by itself. */
  boolean acceptsSpeculative(NodeId node);

  /**
   * Whether {@code node}, which has the previous stage, should run {@code handler} too: it hosts
   * it, no other node is so much less loaded that the transfer pays, and no concurrency limit
   * applies.
   *
   * @param bytes the size of the message
   */
  boolean mayContinue(NodeId node, String handler, long bytes);

  /** Whether {@code node} forwards messages and accepts forwarded ones. */
  boolean canForward(NodeId node);

  /**
   * The best live node for the handler that accepts forwarded messages, if it has capacity and no
   * concurrency limit applies.
   *
   * @param avoidBusy whether a busy node is excluded if there are others, which may be better when
   *     the message arrives
   */
  Optional<NodeId> placeSpeculative(PlacementRequest request, boolean avoidBusy);

  /** The usual latency to a node, in nanoseconds; 0 if unknown. */
  long latencyNanos();

  /** Reports the duration of a round trip without queueing and execution. */
  void roundTripTook(long nanos);

  /** Reports that a message forwarded by {@code node} did not arrive. */
  void forwardLost(NodeId node);

  /** Requests {@link Event.CapacityFreed} when there may be capacity for {@code handler}. */
  void awaitCapacity(String handler);

  /**
   * Charges {@code node} with a task of {@code handler}.
   *
   * @param bytes the size of its message
   */
  void assigned(NodeId node, String handler, long bytes);

  /**
   * Discharges {@code node} of a task of {@code handler}.
   *
   * @param bytes the bytes that it was charged with
   * @param sentAt when the task was sent
   */
  void released(NodeId node, String handler, long bytes, long sentAt, Release how);

  /** Why a task is discharged. */
  enum Release {
    /** The handler has run. */
    ANSWERED,
    /** The handler did not run in its time, or it is unknown whether it did. */
    UNANSWERED,
    /** For another reason, which says nothing about the node. */
    WITHDRAWN
  }

  /** Reports the run time of a performed {@code handler}. */
  void ran(String handler, long nanos);

  /**
   * Reports a failed attempt to the operator.
   *
   * @param result the reply of the node
   */
  void failed(NodeId node, String handler, HandlerResult result);

  /** The usual run time of {@code handler}; 0 if unknown. */
  long usualNanos(String handler);

  /** The shortest recent run time of {@code handler}; 0 if unknown. */
  long leastNanos(String handler);

  /** Reports that {@code handler} was not tried because of {@link #leastNanos}. */
  void skipped(String handler);

  /** Whether the retry budget of the message's orchestration allows one more attempt. */
  boolean mayRepeat();

  /** Charges the retry budget of the message's orchestration with one attempt. */
  void repeated();

  /** A random number, evenly distributed in [0, 1). */
  double jitter();

  void count(Counter counter);
}
