package org.dharch.core.execution.event;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.api.Emission;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.stage.Computation;
import org.dharch.core.execution.stage.ComputationResult;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/** The actions that an execution requests; threads and transports carry them out. */
public sealed interface Effect {

  /**
   * Send a task batch to a node.
   *
   * @param incarnation the manager's incarnation that began the attempts
   * @param prefetched the tasks of the following stages, with which the node continues
   * @param route the nodes of these stages; empty if all are on this node
   * @param parts the parts of the message that the handlers get; empty for all
   * @param version the message when the batch was created
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
     * This effect with the matching tasks only, without prefetched stages if tasks are dropped;
     * empty if none matches.
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
   * Return the ended message to its gateway.
   *
   * @param pending the progress with pending compensations; empty if there are none
   * @param resume the progress from which a replay continues; empty if it begins with the first
   *     stage
   */
  record End(Outcome outcome, Optional<Progress> pending, Optional<Progress> resume)
      implements Effect {}

  /**
   * Run a computation once in another thread, and return its result as an event.
   *
   * @param number the sequence number among the message's computations
   */
  record Compute(int number, Computation work) implements Effect {

    /** The cost, as the number of bytes that a merge reads in the same time. */
    public long load() {
      return work.load();
    }

    /** Computes. After an exception or error, report {@link #failed} instead. */
    public Event compute() {
      return new Event.Computed(number, work.compute());
    }

    /** The event of a failed computation. */
    public Event failed(Fault fault) {
      return new Event.Computed(number, new ComputationResult.Failed(fault));
    }
  }

  /** Send the emissions of a result that counts, in this order. */
  record Emit(NodeId node, String handler, List<Emission> emissions) implements Effect {}

  /** Remove the message from MPQueue: nothing more will happen. */
  record Leave() implements Effect {}
}
