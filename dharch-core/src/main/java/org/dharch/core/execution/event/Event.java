package org.dharch.core.execution.event;

import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.stage.ComputationResult;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/** The events of a message in execution; threads and transports deliver them. */
public sealed interface Event {

  /**
   * MessageSelector put the message into MPQueue.
   *
   * @param rest the orchestration that the application set while the message waited
   */
  record Selected(Optional<Sequence> rest) implements Event {}

  /**
   * A node reports the end of a task.
   *
   * @param incarnation the manager's incarnation that began the attempt
   */
  record Result(NodeId from, long incarnation, HandlerResult result) implements Event {}

  /** A node may have capacity for a task of this handler. */
  record CapacityFreed(String handler) implements Event {}

  /** The transport did not take these tasks. */
  record Unsent(NodeId to, List<Task> tasks) implements Event {}

  /** A node is lost: departed, or silent for too long. */
  record NodeLost(NodeId node) implements Event {}

  /** A node, or a new incarnation of it, joined. */
  record NodeJoined(NodeId node) implements Event {}

  /** The connection to the broker is back; messages may be lost. */
  record Reconnected() implements Event {}

  /** The time of {@code Execution.nextWake()} has come. */
  record Tick() implements Event {}

  /**
   * The result of a computation in another thread.
   *
   * @param number the number of the computation
   */
  record Computed(int number, ComputationResult result) implements Event {}

  /** The requester or the manager withdraws the message. */
  record Withdrawn(Fault fault) implements Event {}

  /** The application replaces the remaining orchestration. */
  record Revised(Sequence rest) implements Event {}

  /** The manager closes; its next incarnation continues the message. */
  record Suspended(Fault fault) implements Event {}

  /**
   * An earlier event failed with an internal error: the message is compensated as far as possible.
   */
  record Broken(Fault fault) implements Event {}

  /** The manager stops waiting for the message: it ends as it is. */
  record Abandoned(Fault fault) implements Event {}
}
