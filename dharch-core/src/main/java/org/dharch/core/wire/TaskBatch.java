package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MessageContent;

/**
 * The tasks of one node for one message in one stage: a single DMFormat names all the handlers that
 * this node runs there. If it has the whole stage, the batch may also contain later stages, which
 * the node runs speculatively as long as all of a stage performs. If those are on other nodes, it
 * forwards the message to them ({@link ForwardingRoute}). {@link TaskBatchFormat} maps it to
 * DMFormat and back.
 *
 * @param id the message's id
 * @param incarnation the incarnation of its manager in which these attempts were started; a later
 *     one may send them again
 * @param replyTo the manager that waits for the reply
 * @param tasks the handlers, at least one
 * @param prefetched the tasks of each later stage; none of them is stateful or oneway, each
 *     performs
 * @param route the nodes of the later stages; empty if all are on this node
 * @param timing the time limits of the batch
 * @param content the message
 */
public record TaskBatch(
    MessageId id,
    long incarnation,
    String replyTo,
    List<Task> tasks,
    List<List<Task>> prefetched,
    Optional<ForwardingRoute> route,
    Timing timing,
    MessageContent content) {
  /**
   * The time limits of a batch.
   *
   * @param heardNanos the node's own clock in the latest heartbeat that its manager had received:
   *     the task batch is no older than that, although no two clocks agree
   * @param transfer how long the transfer may have taken, besides a task's time to start
   * @param remaining the time until the message's deadline, when this was sent
   */
  public record Timing(long heardNanos, Duration transfer, Duration remaining) {
    public Timing {
      Objects.requireNonNull(transfer, "transfer");
      Objects.requireNonNull(remaining, "remaining");
    }
  }

  public TaskBatch {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(replyTo, "replyTo");
    tasks = List.copyOf(tasks);
    prefetched = prefetched.isEmpty() ? List.of() : prefetched.stream().map(List::copyOf).toList();
    Objects.requireNonNull(route, "route");
    Objects.requireNonNull(timing, "timing");
    Objects.requireNonNull(content, "content");
  }

  public byte[] envelope() {
    return content.envelope();
  }

  public MessageProperties properties() {
    return content.properties();
  }

  public Set<HeaderRef> processed() {
    return content.processed();
  }

  /** It without what is ahead. */
  public TaskBatch alone() {
    return prefetched.isEmpty() ? this : of(tasks, List.of(), Optional.empty(), timing);
  }

  /** How many tasks the stages ahead have. */
  public int countSpeculative() {
    int count = 0;
    for (List<Task> stage : prefetched) {
      count += stage.size();
    }
    return count;
  }

  /**
   * The batch of the next stage, on the message that results from this one.
   *
   * @param left until the message's deadline
   * @throws IllegalStateException if there is no later stage
   */
  public TaskBatch next(Duration left, MessageContent merged) {
    if (prefetched.isEmpty()) {
      throw new IllegalStateException("there is no speculative stage");
    }
    List<Task> stage = prefetched.get(0);
    return of(
            stage,
            prefetched.subList(1, prefetched.size()),
            route.map(r -> r.next(stage)),
            new Timing(timing.heardNanos, timing.transfer, left))
        .with(merged);
  }

  /** Whether a node passed it on, and its manager did not send it. */
  public boolean wasForwarded() {
    return route.flatMap(ForwardingRoute::from).isPresent();
  }

  /** Whether all handlers of the stage in hand are on this node. */
  public boolean isWhole() {
    return route.isEmpty() || route.get().branches().size() == tasks.size();
  }

  /**
   * The batch that {@code from} forwards to {@code to} for the next stage.
   *
   * @param places the nodes of its tasks
   */
  public TaskBatch forwarded(NodeId from, NodeId to, List<NodeId> places) {
    long unknown = 0; // its clock is not this node's
    return of(
        ForwardingRoute.on(to, tasks, places),
        prefetched,
        route.map(r -> r.from(from)),
        new Timing(unknown, timing.transfer, timing.remaining));
  }

  /** It with this message. */
  public TaskBatch with(MessageContent message) {
    return new TaskBatch(id, incarnation, replyTo, tasks, prefetched, route, timing, message);
  }

  private TaskBatch of(
      List<Task> these, List<List<Task>> after, Optional<ForwardingRoute> where, Timing limits) {
    return new TaskBatch(id, incarnation, replyTo, these, after, where, limits, content);
  }
}
