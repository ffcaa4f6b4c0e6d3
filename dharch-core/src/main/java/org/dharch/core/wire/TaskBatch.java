package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * What one node is to do for one message in one stage: a single DMFormat names all the handlers
 * that this node runs there. If all of the stage is there it may be a visit: then the batch names
 * the handlers of the stages after that as well, and the node goes on with them by itself as long
 * as all of a stage performs. Or the stages ahead are on other nodes, too, and it passes the
 * message on to those ({@link ForwardingRoute}). {@link TaskBatchFormat} maps it to DMFormat and
 * back.
 *
 * @param id the message's id
 * @param incarnation of its manager, in which these attempts were begun; a later one may ask for
 *     them again
 * @param replyTo the manager that waits for the reply
 * @param tasks the handlers, at least one
 * @param prefetched those of each stage after this one that the node is to go on with; none of them
 *     is stateful or oneway, each performs
 * @param route where those are to be done; empty if all of them are on this node
 * @param heardNanos the node's own clock in the latest heartbeat that its manager had when it sent
 *     this: the task batch is no older than that, and so the node knows although no two clocks
 *     agree
 * @param transfer how long the way here may have taken beside a task's time to start
 * @param remaining how long until the message's deadline, when this was sent
 * @param processed the header blocks already marked as processed
 * @param properties the message's properties
 * @param envelope the SOAP envelope in UTF-8
 */
public record TaskBatch(
    MessageId id,
    long incarnation,
    String replyTo,
    List<Task> tasks,
    List<List<Task>> prefetched,
    Optional<ForwardingRoute> route,
    long heardNanos,
    Duration transfer,
    Duration remaining,
    Set<HeaderRef> processed,
    MessageProperties properties,
    byte[] envelope) {
  public TaskBatch {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(replyTo, "replyTo");
    tasks = List.copyOf(tasks);
    prefetched = prefetched.isEmpty() ? List.of() : prefetched.stream().map(List::copyOf).toList();
    Objects.requireNonNull(route, "relay");
    Objects.requireNonNull(transfer, "transfer");
    Objects.requireNonNull(remaining, "remaining");
    processed = Set.copyOf(processed);
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(envelope, "envelope");
  }

  /** For stages that are all on one node. */
  public TaskBatch(
      MessageId id,
      long incarnation,
      String replyTo,
      List<Task> tasks,
      List<List<Task>> prefetched,
      long heardNanos,
      Duration transfer,
      Duration remaining,
      Set<HeaderRef> processed,
      MessageProperties properties,
      byte[] envelope) {
    this(
        id,
        incarnation,
        replyTo,
        tasks,
        prefetched,
        Optional.empty(),
        heardNanos,
        transfer,
        remaining,
        processed,
        properties,
        envelope);
  }

  /** For the handlers of one stage. */
  public TaskBatch(
      MessageId id,
      long incarnation,
      String replyTo,
      List<Task> tasks,
      long heardNanos,
      Duration transfer,
      Duration remaining,
      Set<HeaderRef> processed,
      MessageProperties properties,
      byte[] envelope) {
    this(
        id,
        incarnation,
        replyTo,
        tasks,
        List.of(),
        Optional.empty(),
        heardNanos,
        transfer,
        remaining,
        processed,
        properties,
        envelope);
  }

  /** It without what is ahead. */
  public TaskBatch alone() {
    return prefetched.isEmpty() ? this : of(tasks, List.of(), Optional.empty(), heardNanos);
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
   * What the node goes on with: its next stage, on the message as the stage before left it.
   *
   * @param left until the message's deadline
   * @throws IllegalStateException if no stage is ahead
   */
  public TaskBatch next(
      Duration left, Set<HeaderRef> marked, MessageProperties merged, byte[] mergedEnvelope) {
    if (prefetched.isEmpty()) {
      throw new IllegalStateException("no stage is ahead");
    }
    List<Task> stage = prefetched.get(0);
    return of(
            stage,
            prefetched.subList(1, prefetched.size()),
            route.map(r -> r.next(stage)),
            heardNanos)
        .with(left, marked, merged, mergedEnvelope);
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
   * What {@code from} passes to {@code to} of this, the next stage.
   *
   * @param places the nodes of its tasks
   */
  public TaskBatch forwarded(NodeId from, NodeId to, List<NodeId> places) {
    long unknown = 0; // its clock is not this node's
    return of(
        ForwardingRoute.on(to, tasks, places), prefetched, route.map(r -> r.from(from)), unknown);
  }

  /** It with this message. */
  public TaskBatch with(Set<HeaderRef> marked, MessageProperties of, byte[] message) {
    return with(remaining, marked, of, message);
  }

  private TaskBatch with(
      Duration left, Set<HeaderRef> marked, MessageProperties of, byte[] message) {
    return new TaskBatch(
        id,
        incarnation,
        replyTo,
        tasks,
        prefetched,
        route,
        heardNanos,
        transfer,
        left,
        marked,
        of,
        message);
  }

  private TaskBatch of(
      List<Task> these, List<List<Task>> after, Optional<ForwardingRoute> where, long heardAt) {
    return new TaskBatch(
        id,
        incarnation,
        replyTo,
        these,
        after,
        where,
        heardAt,
        transfer,
        remaining,
        processed,
        properties,
        envelope);
  }
}
