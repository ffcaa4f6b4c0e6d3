package org.dharch.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a message goes on from node to node without coming back to its manager in between (seed 002):
 * where the stages ahead of a {@link TaskBatch} are to be done, and how it came. A node that has
 * all of a stage passes the message, as that has left it, to the nodes of the next; if the stage is
 * on several nodes, each passes what its own handlers changed to the next stage's, which joins them
 * ({@link BranchForward}). Each says to the manager what its handlers did, as ever. Immutable.
 *
 * @param from the node that passed it; empty if its manager sent it
 * @param branches the attempts of all handlers of the stage in hand, those on other nodes too, in
 *     the order of the stage
 * @param places for each stage ahead the node of each of its tasks; their manager chose them
 */
public record ForwardingRoute(
    Optional<NodeId> from, List<Branch> branches, List<List<NodeId>> places) {

  /** One attempt of a stage that is on several nodes. */
  public record Branch(int index, int attempt) {
    /** The task's. */
    public static Branch of(Task task) {
      return new Branch(task.index(), task.attempt());
    }

    /** Whether {@code result} is its end. */
    public boolean isOf(HandlerResult result) {
      return result.index() == index && result.attempt() == attempt;
    }
  }

  public ForwardingRoute {
    Objects.requireNonNull(from, "from");
    branches = List.copyOf(branches);
    places = places.stream().map(List::copyOf).toList();
  }

  /** That of the first stage, whose tasks are these. */
  public static ForwardingRoute begin(List<Branch> branches, List<List<NodeId>> places) {
    return new ForwardingRoute(Optional.empty(), branches, places);
  }

  /** The nodes of the next stage, each once. */
  public List<NodeId> nextNodes() {
    return places.isEmpty() ? List.of() : places.get(0).stream().distinct().toList();
  }

  /** Whether all of the next stage is on {@code node}. */
  public boolean staysOn(NodeId node) {
    return nextNodes().equals(List.of(node));
  }

  /** That of the next stage, whose tasks are {@code next}. */
  ForwardingRoute next(List<Task> next) {
    return new ForwardingRoute(
        from, next.stream().map(Branch::of).toList(), places.subList(1, places.size()));
  }

  ForwardingRoute from(NodeId node) {
    return new ForwardingRoute(Optional.of(node), branches, places);
  }

  /** Those of {@code next}, the tasks of the next stage, that are on {@code node}. */
  static List<Task> on(NodeId node, List<Task> next, List<NodeId> places) {
    List<Task> own = new ArrayList<>(next.size());
    for (int i = 0; i < next.size(); i++) {
      if (places.get(i).equals(node)) {
        own.add(next.get(i));
      }
    }
    return own;
  }
}
