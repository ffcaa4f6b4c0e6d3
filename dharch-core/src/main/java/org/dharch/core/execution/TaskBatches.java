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

    /** Null: the message as it is. */
    final MessageVersion version;

    OneNode(NodeId node, long life, MessageVersion version) {
      this.node = node;
      this.life = life;
      this.version = version;
    }
  }

  private List<OneNode> batches = List.of();

  /**
   * {@code task}, of a handler with this entry, begun in {@code life}, is to go to {@code node}.
   *
   * @param own the message as its branch has made it; empty if it stands in none
   */
  void add(NodeId node, long life, Task task, HandlerEntry entry, Optional<MessageVersion> own) {
    OneNode batch = to(node, life, own.orElse(null));
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

  /** Adds them to {@code effects}, of the message as it is, and is empty again. */
  void flush(List<Effect> effects, MessageVersion version) {
    for (OneNode batch : batches) {
      effects.add(
          new Effect.Send(
              batch.node,
              batch.life,
              batch.tasks,
              batch.ahead,
              batch.partial ? Optional.of(batch.parts) : Optional.empty(),
              batch.version == null ? version : batch.version));
    }
    batches = List.of();
  }

  /** A stage has few nodes, so a list will do. */
  @SuppressWarnings("ReferenceEquality") // one version is one object
  private OneNode to(NodeId node, long life, MessageVersion version) {
    for (OneNode batch : batches) {
      if (batch.node.equals(node) && batch.life == life && batch.version == version) {
        return batch;
      }
    }
    if (batches.isEmpty()) {
      batches = new ArrayList<>(1);
    }
    OneNode batch = new OneNode(node, life, version);
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
