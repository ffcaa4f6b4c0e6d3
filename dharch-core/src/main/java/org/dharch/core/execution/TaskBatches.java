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
import org.dharch.core.wire.Relay;
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
    Optional<Relay> relay = Optional.empty();
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

  /** Whether there are so many tasks in all, all begun in {@code life}. */
  boolean areJust(long life, int tasks) {
    int all = 0;
    for (OneNode batch : batches) {
      all += batch.life == life ? batch.tasks.size() : tasks + 1;
    }
    return all == tasks;
  }

  /**
   * All batches take these stages along.
   *
   * @param relay where they are; empty if all are where the one batch goes
   */
  void ahead(List<List<Task>> stages, Optional<Relay> relay) {
    for (OneNode batch : batches) {
      batch.ahead = stages;
      batch.relay = relay;
    }
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
              batch.relay,
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
