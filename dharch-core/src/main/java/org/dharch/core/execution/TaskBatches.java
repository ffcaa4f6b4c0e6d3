package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * The task batches that the event in hand gives rise to: one per node, naming all the handlers that
 * the node is to run. If all of them ask for no more than their parts, the node is given no more;
 * those for whom the orchestration says what they are sent are apart. Empty between events.
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

    /** Null: the message as it is. */
    final MessageVersion version;

    /** What these handlers alone are sent, as the orchestration says. */
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
   * {@code task}, of a handler with this entry, begun in {@code incarnation}, is to go to {@code
   * node}.
   *
   * @param own the message as its branch has made it; empty if it stands in none
   */
  void add(
      NodeId node, long incarnation, Task task, HandlerEntry entry, Optional<MessageVersion> own) {
    OneNode batch = to(node, incarnation, own.orElse(null), entry.send());
    batch.tasks.add(task);
    Optional<Set<DeclaredPart>> given = entry.given();
    batch.partial &= given.isPresent();
    if (batch.partial) {
      batch.parts = with(batch.parts, given.get());
    }
  }

  /** Whether there are so many tasks in all, all begun in {@code incarnation}. */
  boolean areJust(long incarnation, int tasks) {
    int all = 0;
    for (OneNode batch : batches) {
      all += batch.incarnation == incarnation ? batch.tasks.size() : tasks + 1;
    }
    return all == tasks;
  }

  /**
   * All batches take these stages along.
   *
   * @param route where they are; empty if all are where the one batch goes
   */
  void prefetched(List<List<Task>> stages, Optional<ForwardingRoute> route) {
    for (OneNode batch : batches) {
      batch.prefetched = stages;
      batch.route = route;
    }
  }

  /** Adds them to {@code effects}, of the message as it is, and is empty again. */
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

  /** A stage has few nodes, so a list will do. */
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
