package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/** What can happen to a message that is being executed; threads and transports carry these in. */
public sealed interface Event {

  /**
   * MessageSelector has put the message into MPQueue.
   *
   * @param rest what the application put in the place of its orchestration while it waited
   */
  record Selected(Optional<Sequence> rest) implements Event {}

  /**
   * A node says how a task ended.
   *
   * @param incarnation the manager's, in which the attempt was begun
   */
  record Result(NodeId from, long incarnation, HandlerResult result) implements Event {}

  /** There may be room on a node for a task of this handler. */
  record CapacityFreed(String handler) implements Event {}

  /** The transport did not take these tasks. */
  record Unsent(NodeId to, List<Task> tasks) implements Event {}

  /** A node is gone or silent for too long; so is whatever it was doing. */
  record NodeLost(NodeId node) implements Event {}

  /** A node has begun a life. */
  record NodeJoined(NodeId node) implements Event {}

  /** The way to the broker is there again; what was on it may be lost. */
  record Reconnected() implements Event {}

  /** The moment that {@link Execution#nextWake()} named has come. */
  record Tick() implements Event {}

  /**
   * What was computed elsewhere is there.
   *
   * @param number the computation's
   */
  record Computed(int number, ComputationResult result) implements Event {}

  /** The requester or the manager withdraws the message. */
  record Withdrawn(Fault fault) implements Event {}

  /** The application wants what is left of the orchestration to be this. */
  record Revised(Sequence rest) implements Event {}

  /**
   * The manager closes; the message stays as it is, and is gone on with in the manager's next life.
   */
  record Suspended(Fault fault) implements Event {}

  /** An internal error in an earlier event: the message is compensated, as far as that goes. */
  record Broken(Fault fault) implements Event {}

  /** It cannot be waited for any longer: the message ends as it is. */
  record Abandoned(Fault fault) implements Event {}
}
