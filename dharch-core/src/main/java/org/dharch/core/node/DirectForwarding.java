package org.dharch.core.node;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Forwards a message to the nodes of its next stage: the message as changed by this node's stage,
 * or, if the stage runs on several nodes, the changes of this node's handlers. Safe for any thread.
 */
final class DirectForwarding {
  private static final MessageContent NOTHING = MessageContent.of(new byte[0]);

  private final NodeId self;
  private final Limits limits;
  private final TaskBatchFormat format;
  private final BranchFormat branches;
  private final NodeChannel channel;
  private final Predicate<DMFormat> here;

  /**
   * @param here accepts tasks for this node itself; returns false if there is no capacity
   */
  DirectForwarding(
      NodeId self,
      Limits limits,
      TaskBatchFormat format,
      NodeChannel channel,
      Predicate<DMFormat> here) {
    this.self = self;
    this.limits = limits;
    this.format = format;
    this.branches = new BranchFormat(limits);
    this.channel = channel;
    this.here = here;
  }

  /**
   * Forwards the stage after {@code batch}.
   *
   * @param results those of all its tasks; all performed
   * @param left until the message's deadline
   * @return false if it could not be sent to a node; others may have received their parts
   */
  boolean forward(TaskBatch batch, List<HandlerResult> results, Duration left) {
    ForwardingRoute route = batch.route().orElseThrow();
    List<NodeId> places = route.places().get(0);
    TaskBatch next = batch.isWhole() ? merged(batch, results, left) : unmerged(batch, left);
    boolean all = true;
    for (NodeId node : route.nextNodes()) {
      TaskBatch part = next.forwarded(self, node, places);
      DMFormat forward =
          batch.isWhole()
              ? format.encode(part)
              : branches.encode(
                  new BranchForward(part, route.branches(), results, carries(batch, route)));
      all &= node.equals(self) ? here.test(forward) : channel.forward(node, forward);
    }
    return all;
  }

  /**
   * Returns whether this node sends the message; only the node with the first task of the stage
   * does.
   */
  private static boolean carries(TaskBatch batch, ForwardingRoute route) {
    return batch.tasks().stream()
        .anyMatch(task -> ForwardingRoute.Branch.of(task).equals(route.branches().get(0)));
  }

  private static TaskBatch unmerged(TaskBatch batch, Duration left) {
    return carries(batch, batch.route().orElseThrow())
        ? batch.next(left, batch.content())
        : batch.next(left, NOTHING);
  }

  private TaskBatch merged(TaskBatch batch, List<HandlerResult> results, Duration left) {
    List<Changes> changes =
        results.stream()
            .sorted(Comparator.comparingInt(HandlerResult::index))
            .map(HandlerResult::changes)
            .toList();
    if (changes.stream().allMatch(Changes::isEmpty)) {
      return batch.next(left, batch.content());
    }
    MessageContent merged = MergedMessage.of(batch.content(), changes, limits);
    return batch.next(left, merged);
  }
}
