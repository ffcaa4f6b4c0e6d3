package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Collects the task batches of the current event, one per node. A batch carries only declared parts
 * if all of its handlers declare parts. Handlers with a {@code send} declaration have batches of
 * their own.
 */
final class TaskBatches {

  private static final class OneNode {
    final NodeId node;
    final long incarnation;
    final List<Task> tasks = new ArrayList<>(2);
    List<List<Task>> prefetched = List.of();
    Optional<ForwardingRoute> route = Optional.empty();
    Set<DeclaredPart> parts = Set.of();
    boolean partial = true;

    /** The message of a branch; null for the message itself. */
    final MessageVersion version;

    /** The parts that only these handlers get, as declared in the orchestration. */
    final Optional<Set<DeclaredPart>> send;

    OneNode(
        NodeId node, long incarnation, MessageVersion version, Optional<Set<DeclaredPart>> send) {
      this.node = node;
      this.incarnation = incarnation;
      this.version = version;
      this.send = send;
    }
  }

  private List<OneNode> batches = List.of();

  /**
   * Adds a task to the batch of its node.
   *
   * @param own the message of the task's branch; empty if it is in none
   */
  void add(
      NodeId node, long incarnation, Task task, HandlerEntry entry, Optional<MessageVersion> own) {
    OneNode batch = to(node, incarnation, own.orElse(null), entry.parts().send());
    batch.tasks.add(task);
    Optional<Set<DeclaredPart>> given = entry.parts().given();
    batch.partial &= given.isPresent();
    if (batch.partial) {
      batch.parts = with(batch.parts, given.get());
    }
  }

  /** Whether these are all tasks of the event, all begun in {@code incarnation}. */
  boolean areJust(long incarnation, int tasks) {
    int all = 0;
    for (OneNode batch : batches) {
      all += batch.incarnation == incarnation ? batch.tasks.size() : tasks + 1;
    }
    return all == tasks;
  }

  /**
   * Adds prefetched stages to all batches.
   *
   * @param route the nodes of the stages; empty if all are on the node of the one batch
   */
  void prefetched(List<List<Task>> stages, Optional<ForwardingRoute> route) {
    for (OneNode batch : batches) {
      batch.prefetched = stages;
      batch.route = route;
    }
  }

  /** Moves the batches to {@code effects}. */
  void flush(List<Effect> effects, MessageVersion version) {
    for (OneNode batch : batches) {
      effects.add(
          new Effect.Send(
              batch.node,
              batch.incarnation,
              batch.tasks,
              batch.prefetched,
              batch.route,
              batch.partial ? Optional.of(batch.parts) : Optional.empty(),
              batch.version == null ? version : batch.version));
    }
    batches = List.of();
  }

  /** A stage has few nodes, so a list is fast enough. */
  @SuppressWarnings("ReferenceEquality") // one version is one object
  private OneNode to(
      NodeId node, long incarnation, MessageVersion version, Optional<Set<DeclaredPart>> send) {
    for (OneNode batch : batches) {
      boolean same =
          batch.node.equals(node) && batch.incarnation == incarnation && batch.version == version;
      if (same && batch.send.equals(send)) {
        return batch;
      }
    }
    if (batches.isEmpty()) {
      batches = new ArrayList<>(1);
    }
    OneNode batch = new OneNode(node, incarnation, version, send);
    batches.add(batch);
    return batch;
  }

  private static Set<DeclaredPart> with(Set<DeclaredPart> parts, Set<DeclaredPart> more) {
    Set<DeclaredPart> all = new HashSet<>(parts);
    all.addAll(more);
    return all;
  }
}
