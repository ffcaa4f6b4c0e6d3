package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/** What can happen to one step; {@link StepTable} says what follows. */
sealed interface StepEvent
    permits StepTrigger,
        StepEvent.BegunSpeculatively,
        StepEvent.Replied,
        StepEvent.NodeBack,
        StepEvent.Unmerged {

  /** By what the table is asked. */
  StepTrigger trigger();

  /** Its node says how the attempt in flight ended. */
  record Replied(HandlerResult result) implements StepEvent {
    @Override
    public StepTrigger trigger() {
      return switch (result.status()) {
        case PERFORMED -> StepTrigger.REPLY_PERFORMED;
        case DEFERRED -> StepTrigger.REPLY_DEFERRED;
        case FAILED -> StepTrigger.REPLY_FAILED;
        case UNKNOWN -> StepTrigger.REPLY_UNKNOWN;
        case TIMED_OUT -> StepTrigger.REPLY_TIMED_OUT;
        case NOT_STARTED -> StepTrigger.REPLY_NOT_STARTED;
        case REFUSED -> StepTrigger.REPLY_REFUSED;
      };
    }
  }

  /**
   * Its stage begins, and {@code node} was given it ahead.
   *
   * @param early how it ended there, if that is known
   * @param forwardedBy the node that passed the message on to it; empty if that stayed there
   * @param burden what the node was burdened with for it already; -1 if with nothing
   */
  record BegunSpeculatively(
      NodeId node,
      long incarnation,
      Optional<HandlerResult> early,
      Optional<NodeId> forwardedBy,
      long burden)
      implements StepEvent {
    @Override
    public StepTrigger trigger() {
      return StepTrigger.BEGUN_SPECULATIVELY;
    }
  }

  /** A node of the name of its node is heard of again, perhaps in another life. */
  record NodeBack(NodeId node) implements StepEvent {
    @Override
    public StepTrigger trigger() {
      return StepTrigger.NODE_BACK;
    }
  }

  /** What it changed cannot be merged. */
  record Unmerged(StepTrigger trigger, String reason) implements StepEvent {}
}
