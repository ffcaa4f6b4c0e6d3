package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.api.Emission;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/** What an execution wants done; threads and transports carry these out. */
public sealed interface Effect {

  /**
   * Send this message to this node for these handlers: one task batch.
   *
   * @param incarnation the manager's, in which these attempts were begun
   * @param prefetched the tasks of the stages after theirs, that the node is to go on with
   * @param route where those are to be done; empty if all of them are on this node
   * @param parts what these handlers are given of it; all of it if empty
   * @param version the message as it was when this was wanted
   */
  record Send(
      NodeId node,
      long incarnation,
      List<Task> tasks,
      List<List<Task>> prefetched,
      Optional<ForwardingRoute> route,
      Optional<Set<DeclaredPart>> parts,
      MessageVersion version)
      implements Effect {

    /**
     * It with those of its tasks alone; empty if there is none. Of a part of a stage no other is.
     */
    public Optional<Send> only(Predicate<Task> which) {
      List<Task> these = tasks.stream().filter(which).toList();
      if (these.size() == tasks.size()) {
        return Optional.of(this);
      }
      return these.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Send(node, incarnation, these, List.of(), Optional.empty(), parts, version));
    }
  }

  /**
   * The message has ended: hand it back to its gateway.
   *
   * @param left what is still to be compensated of it; empty if nothing is
   * @param again where a replay can go on with it, if it has failed; empty: at the beginning
   */
  record End(Outcome outcome, Optional<Progress> left, Optional<Progress> again) implements Effect {
    public End(Outcome outcome, Optional<Progress> left) {
      this(outcome, left, Optional.empty());
    }
  }

  /**
   * Do this outside the turn, in whatever thread, once, and bring back what comes of it.
   *
   * @param number of all computations of the message
   */
  record Compute(int number, Computation work) implements Effect {

    /** How much it is, in bytes that a merge would read in the same time. */
    public long load() {
      return work.load();
    }

    /** Does it. Throws what an internal error throws: then {@link #broke} is brought back. */
    public Event compute() {
      return new Event.Computed(number, work.compute());
    }

    /** It could not be done. */
    public Event broke(Fault fault) {
      return new Event.Computed(number, new ComputationResult.Broke(fault));
    }
  }

  /** A result of this handler on this node counts: send what it emits, in this order. */
  record Emit(NodeId node, String handler, List<Emission> emissions) implements Effect {}

  /** Nothing more will happen: it leaves MPQueue. */
  record Leave() implements Effect {}
}
