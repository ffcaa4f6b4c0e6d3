package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/** The events of a step; {@link StepTable} has the transitions. */
sealed interface StepEvent
    permits StepTrigger,
        StepEvent.BegunSpeculatively,
        StepEvent.Replied,
        StepEvent.NodeBack,
        StepEvent.Unmerged {

  StepTrigger trigger();

  /** The node reported the end of the attempt in flight. */
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
   * The stage begins, and {@code node} received it in advance.
   *
   * @param early the result, if it has arrived already
   * @param forwardedBy the node that forwarded the message; empty if it stayed on its node
   * @param burden the bytes that the node is charged with already; -1 for none
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

  /** The node of the attempt is back, possibly in another incarnation. */
  record NodeBack(NodeId node) implements StepEvent {
    @Override
    public StepTrigger trigger() {
      return StepTrigger.NODE_BACK;
    }
  }

  /** The changes of the step cannot be merged. */
  record Unmerged(StepTrigger trigger, String reason) implements StepEvent {}
}
