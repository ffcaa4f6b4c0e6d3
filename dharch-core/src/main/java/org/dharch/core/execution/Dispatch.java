package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Brings one message's steps to nodes and takes them off again, and writes each attempt into the
 * message's timeline. Pure, as {@link Execution}, whose part it is.
 */
final class Dispatch {
  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;

  private Environment world;

  /** What the event in hand sends; null if nothing yet, for there are many messages. */
  private TaskBatches works;

  Dispatch(MessageState state, Timeouts timeouts, Steps steps) {
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
  }

  /** An event is in hand. */
  void in(Environment value) {
    world = value;
  }

  /** Adds the works of the event in hand to {@code effects}. */
  void flush(List<Effect> effects) {
    if (works != null) {
      works.flush(effects);
      works = null;
    }
  }

  /**
   * Sends {@code step} to a node as a new attempt, or holds it until there is room; false if no
   * node serves it. What is undone, told, or nobody waits for, is sent all the same.
   */
  boolean place(Step step, Optional<NodeId> avoid) {
    Optional<NodeId> node = Optional.empty();
    if (step.role != Role.PERFORM) { // where the handler itself was, if that can be
      node =
          world.place(step.entry.name(), Optional.of(step.target().node.name()), Optional.empty());
    }
    if (node.isEmpty() && step.role != Role.TELL) {
      node = world.place(step.entry.name(), step.entry.node(), avoid);
    }
    if (node.isEmpty()) {
      return false;
    }
    boolean bounded = step.role == Role.PERFORM && !step.entry.oneway();
    if (bounded && !world.hasRoom(node.get(), step.entry.name())) {
      hold(step);
      return true;
    }
    step.attempt++;
    step.asks = 0;
    step.handedOver = 0;
    step.node = node.get();
    send(step);
    return true;
  }

  private void hold(Step step) {
    if (step.state != State.HELD) {
      step.state = State.HELD;
      step.wakeAt = world.now() + step.entry.timeToStart().orElse(timeouts.toStart()).toNanos();
    }
    world.awaitRoom(step.entry.name());
  }

  /** Sends the attempt that {@code step} is at, perhaps once more. */
  void send(Step step) {
    works = works == null ? new TaskBatches() : works;
    works.add(step.node, task(step), step.entry);
    step.handedOver++;
    step.sentAt = world.now();
    if (step.entry.oneway()) {
      step.state = State.FIRED;
      steps.reached(step);
      unanswered(step, "sent");
      return;
    }
    if (step.state != State.SENT) {
      world.assigned(step.node, step.entry.name());
    }
    step.state = State.SENT;
    step.wakeAt = step.sentAt + patience(step.entry);
  }

  private Task task(Step step) {
    return new Task(
        step.index,
        step.entry.name(),
        step.attempt,
        step.entry.oneway(),
        step.entry.timeToStart().orElse(timeouts.toStart()),
        step.entry.timeToFinish().orElse(timeouts.toFinish()),
        step.entry.atomicity().stateful(),
        step.entry.hearsEnd(),
        step.role == Role.TELL ? state.ending() : Task.Purpose.PERFORM);
  }

  private long patience(HandlerEntry entry) {
    return entry.timeToStart().orElse(timeouts.toStart()).toNanos()
        + entry.timeToFinish().orElse(timeouts.toFinish()).toNanos()
        + timeouts.transferAllowance().toNanos();
  }

  /** Takes the step off its node. */
  void release(Step step, Environment.Release how) {
    if (step.state == State.SENT) {
      world.released(step.node, step.entry.name(), step.sentAt, how);
    }
    step.state = State.PAUSED;
    step.wakeAt = Step.NEVER;
  }

  // ---- the timeline

  /** Its node said how the attempt ended. */
  void answered(Step step, HandlerResult result) {
    boolean ran = result.status() != HandlerResult.Status.REFUSED;
    log(
        step,
        state.since(world.now()),
        ran ? result.queueNanos() : 0,
        result.runNanos(),
        word(result.status()));
  }

  private static String word(HandlerResult.Status status) {
    return switch (status) {
      case PERFORMED -> "performed";
      case FAILED -> "failed";
      case TIMED_OUT, NOT_STARTED -> "timed-out";
      case REFUSED -> "refused";
      case UNKNOWN -> "unknown";
    };
  }

  /** Nothing more is heard of the attempt, or need be. */
  void unanswered(Step step, String how) {
    log(step, -1, 0, 0, how);
  }

  private void log(Step step, long received, long queueNanos, long runNanos, String result) {
    state.attempt(
        new Timeline.Attempt(
            step.stage,
            step.entry.name(),
            step.node.toString(),
            step.attempt,
            state.since(step.sentAt),
            received,
            queueNanos,
            runNanos,
            result));
  }
}
