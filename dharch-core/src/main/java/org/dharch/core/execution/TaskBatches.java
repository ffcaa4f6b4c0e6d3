package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * The task batches that the event in hand gives rise to: one per node, naming all the handlers that
 * the node is to run. If all of them ask for no more than their parts, the node is given no more.
 * Empty between events.
 */
final class TaskBatches {

  private static final class OneNode {
    final NodeId node;
    final long life;
    final List<Task> tasks = new ArrayList<>(2);
    List<List<Task>> ahead = List.of();
    Set<DeclaredPart> parts = Set.of();
    boolean partial = true;

    OneNode(NodeId node, long life) {
      this.node = node;
      this.life = life;
    }
  }

  private List<OneNode> batches = List.of();

  /**
   * {@code task}, of a handler with this entry, begun in {@code life}, is to go to {@code node}.
   */
  void add(NodeId node, long life, Task task, HandlerEntry entry) {
    OneNode batch = to(node, life);
    batch.tasks.add(task);
    batch.partial &= entry.partial();
    if (batch.partial) {
      batch.parts = with(batch.parts, entry.access());
    }
  }

  /** Whether there is one batch alone, for this node, of so many tasks. */
  boolean isJust(NodeId node, long life, int tasks) {
    return batches.size() == 1
        && batches.get(0).node.equals(node)
        && batches.get(0).life == life
        && batches.get(0).tasks.size() == tasks;
  }

  /** The one batch takes these stages along. */
  void ahead(List<List<Task>> stages) {
    batches.get(0).ahead = stages;
  }

  /** Adds them to {@code effects}, and is empty again. */
  void flush(List<Effect> effects) {
    for (OneNode batch : batches) {
      effects.add(
          new Effect.Send(
              batch.node,
              batch.life,
              batch.tasks,
              batch.ahead,
              batch.partial ? Optional.of(batch.parts) : Optional.empty()));
    }
    batches = List.of();
  }

  /** A stage has few nodes, so a list will do. */
  private OneNode to(NodeId node, long life) {
    for (OneNode batch : batches) {
      if (batch.node.equals(node) && batch.life == life) {
        return batch;
      }
    }
    if (batches.isEmpty()) {
      batches = new ArrayList<>(1);
    }
    OneNode batch = new OneNode(node, life);
    batches.add(batch);
    return batch;
  }

  private static Set<DeclaredPart> with(Set<DeclaredPart> parts, Optional<Access> access) {
    Set<DeclaredPart> all = new HashSet<>(parts);
    access.ifPresent(
        a -> {
          all.addAll(a.reads());
          all.addAll(a.writes());
        });
    return all;
  }
}
