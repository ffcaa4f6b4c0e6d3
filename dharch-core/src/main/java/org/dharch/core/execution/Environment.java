package org.dharch.core.execution;

import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/** What an execution may ask of its surroundings while it takes an event. */
public interface Environment {
  /** The manager's life: a number that no other has. */
  long incarnation();

  /** Nanoseconds on the manager's clock; the same throughout one event. */
  long now();

  /**
   * The clock's reading at this very moment, to measure how long something took. For any thread.
   */
  long precise();

  /**
   * Whether so much work on one message is done elsewhere, so that it is in no other's way.
   *
   * @param load in bytes that a merge would read in the same time
   */
  boolean computesElsewhere(long load);

  /**
   * The best node alive for {@code handler}.
   *
   * @param only the name of the one node that is allowed; any if empty
   * @param avoid the last that failed it: taken only if there is no other
   * @param bytes of the message: a node that takes no message of that size is none
   */
  Optional<NodeId> place(String handler, Optional<String> only, Optional<NodeId> avoid, long bytes);

  /**
   * The node that is the same for the same {@code affinity} as long as the same nodes have room for
   * {@code handler}; of those that are equally good, the one with the highest random weight.
   *
   * @param avoid the last that failed it: taken only if there is no other
   * @param bytes as for {@link #place}
   */
  Optional<NodeId> placeBy(long affinity, String handler, Optional<NodeId> avoid, long bytes);

  /**
   * The largest message that a node takes which serves {@code handler}; empty if none does, or one
   * takes any.
   *
   * @param only as for {@link #place}
   */
  OptionalLong largest(String handler, Optional<String> only);

  /** Whether {@code node} is alive, and there is a way to it. */
  boolean alive(NodeId node);

  /** The life of the node of this name that is alive, if one is. */
  Optional<NodeId> named(String node);

  /**
   * How many attempts the memory of {@code node} has taken for all that is known ({@code
   * NodeStatus.taken}).
   */
  long taken(NodeId node);

  /**
   * Whether {@code node} is to be sent one more task of {@code handler} now.
   *
   * @param bytes of the message
   */
  boolean hasCapacity(NodeId node, String handler, long bytes);

  /** Whether {@code node} goes on by itself with what it is given ahead. */
  boolean takesSpeculative(NodeId node);

  /**
   * Whether it pays that {@code node}, which has the stage before, has {@code handler} as well: it
   * serves it, no other node has so much less to do that the way there is worth it, and nothing
   * bounds how many messages may be with the handler.
   *
   * @param bytes as for {@link #place}
   */
  boolean mayGoOn(NodeId node, String handler, long bytes);

  /** Whether {@code node} takes what others pass on, and passes on to others. */
  boolean canForward(NodeId node);

  /**
   * The best node alive for {@code handler} of those that take what others pass on, if it has room
   * and nothing bounds how many messages may be with the handler.
   *
   * @param only as for {@link #place}
   * @param bytes as for {@link #place}
   * @param choosy whether it is none if it has enough to do and there are others, which may be
   *     better when the message comes there
   */
  Optional<NodeId> placeSpeculative(
      String handler, Optional<String> only, long bytes, boolean choosy);

  /** How long a way to a node takes as a rule, nanoseconds; 0 if that is not known. */
  long wayNanos();

  /** There and back, and nothing else, took so long. */
  void waysTook(long nanos);

  /** What {@code node} was to pass on did not come there. */
  void forwardLost(NodeId node);

  /** The message wants {@link Event.CapacityFreed} when there may be room for {@code handler}. */
  void awaitCapacity(String handler);

  /**
   * A task of {@code handler} now burdens {@code node}.
   *
   * @param bytes of its message
   */
  void assigned(NodeId node, String handler, long bytes);

  /**
   * A task of {@code handler} burdens {@code node} no more.
   *
   * @param bytes what it was assigned with
   * @param sentAt when it was sent there
   */
  void released(NodeId node, String handler, long bytes, long sentAt, Release how);

  /** Why a task burdens its node no more. */
  enum Release {
    /** The handler has run. */
    ANSWERED,
    /** It has not, or nobody knows, in its time. */
    UNANSWERED,
    /** For no reason that says anything of the node. */
    WITHDRAWN
  }

  /** {@code handler} has performed, in so many nanoseconds. */
  void ran(String handler, long nanos);

  /**
   * An attempt did not perform, for a cause that a person may want to hear of.
   *
   * @param result what its node said
   */
  void failed(NodeId node, String handler, HandlerResult result);

  /** How long {@code handler} takes as a rule; 0 if that is not known. */
  long usualNanos(String handler);

  /** Evenly distributed in [0, 1). */
  double jitter();

  /** Counts one. */
  void count(Counter counter);
}
