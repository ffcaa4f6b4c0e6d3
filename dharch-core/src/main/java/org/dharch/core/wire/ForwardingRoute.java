package org.dharch.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The route on which nodes forward a message without its manager in between (seed 002): the nodes
 * of the stages after a {@link TaskBatch}, and the sender. A node that runs all of a stage forwards
 * the resulting message to the nodes of the next. If several nodes share the stage, each forwards
 * its handlers' changes to the next stage's node, which joins them ({@link BranchForward}). Each
 * still replies to the manager. Immutable.
 *
 * @param from the node that forwarded it; empty if its manager sent it
 * @param branches the attempts of all handlers of the current stage, also on other nodes, in the
 *     order of the stage
 * @param places for each later stage the node of each of its tasks, chosen by the manager
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
