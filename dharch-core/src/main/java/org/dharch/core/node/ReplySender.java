package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.text.Reason;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Packs results into replies. A result that is too large does not affect the others. */
final class ReplySender {
  private static final Logger log = LoggerFactory.getLogger(ReplySender.class);

  private final NodeId node;
  private final TaskBatchFormat format;
  private final NodeChannel channel;

  ReplySender(NodeId node, TaskBatchFormat format, NodeChannel channel) {
    this.node = node;
    this.format = format;
    this.channel = channel;
  }

  /**
   * Sends the results of {@code tasks}, all of one task batch.
   *
   * @param left run once, when the results were sent or the attempt to send them failed
   */
  void send(List<TaskRun> tasks, Runnable left) {
    try {
      sendAll(tasks, left);
    } catch (OutOfMemoryError e) {
      sendLess(tasks, e, left);
    }
  }

  /**
   * Handles an out-of-memory error for a reply: reports stateless tasks as failed. The results of
   * stateful tasks are in the journal, and their manager requests them again.
   */
  private void sendLess(List<TaskRun> tasks, OutOfMemoryError why, Runnable left) {
    TaskBatch batch = tasks.get(0).run.batch;
    try {
      log.warn("Out of memory for a reply message={}", batch.id());
      List<HandlerResult> failed =
          tasks.stream()
              .filter(task -> !task.task.stateful())
              .map(task -> ResultCheck.failed(task.result, ErrorText.of(why)))
              .toList();
      if (!failed.isEmpty()) {
        hand(batch, encode(batch, failed), left);
        return;
      }
    } catch (OutOfMemoryError e) {
      log.warn("Out of memory for a shorter reply message={}", batch.id());
    }
    left.run();
  }

  private void sendAll(List<TaskRun> tasks, Runnable left) {
    TaskBatch batch = tasks.get(0).run.batch;
    List<HandlerResult> results = new ArrayList<>(tasks.size());
    for (TaskRun task : tasks) {
      results.add(task.result);
    }
    DMFormat together;
    try {
      together = encode(batch, results);
    } catch (MalformedMessageException tooLargeTogether) {
      int last = results.size() - 1; // replies to one manager are sent in this order
      results.subList(0, last).forEach(result -> hand(batch, alone(batch, result), () -> {}));
      hand(batch, alone(batch, results.get(last)), left);
      return;
    }
    hand(batch, together, left);
  }

  private DMFormat alone(TaskBatch batch, HandlerResult result) {
    try {
      return encode(batch, List.of(result));
    } catch (MalformedMessageException e) {
      return encode(batch, List.of(ResultCheck.failed(result, ErrorText.line(e.getMessage()))));
    }
  }

  private DMFormat encode(TaskBatch batch, List<HandlerResult> results) {
    return format.encode(new Reply(batch.id(), batch.incarnation(), node, results));
  }

  private void hand(TaskBatch batch, DMFormat reply, Runnable left) {
    try {
      channel.reply(batch.replyTo(), reply, left);
    } catch (RuntimeException e) {
      // after a time-out the manager sends the task batch again, and the kept results answer it
      log.warn(
          "Failed to send reply message={} to={} reason={}",
          batch.id(),
          batch.replyTo(),
          Reason.of(e));
      left.run();
    }
  }
}
