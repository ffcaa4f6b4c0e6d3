package org.dharch.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.api.MessageId;
import org.dharch.core.Rules.Broken;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.SimulationLedger.Fact;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * Where the attempts of a simulated manager's messages were sent: what it says of who holds a
 * message is held against it (rule 40).
 */
final class Holders {
  /** One attempt of a handler, a compensator, or of its being told; of repeated ones of each. */
  private record Attempt(MessageId message, String handler, String role, int number) {}

  /** To which nodes it was sent. */
  private final Map<Attempt, Set<NodeId>> sent = new HashMap<>();

  void sent(NodeId to, TaskBatch batch) {
    batch.tasks().forEach(task -> sent(batch.id(), task, to));
    for (int i = 0; i < batch.prefetched().size(); i++) {
      for (int j = 0; j < batch.prefetched().get(i).size(); j++) {
        int stage = i;
        int place = j;
        NodeId at = batch.route().map(r -> r.places().get(stage).get(place)).orElse(to);
        sent(batch.id(), batch.prefetched().get(i).get(j), at); // to be passed on to it, perhaps
      }
    }
  }

  private void sent(MessageId message, Task task, NodeId to) {
    Attempt attempt = new Attempt(message, task.handler(), role(task.purpose()), task.attempt());
    sent.computeIfAbsent(attempt, a -> new HashSet<>()).add(to);
  }

  private static String role(Task.Purpose purpose) {
    return switch (purpose) {
      case PERFORM -> "PERFORM";
      case COMPENSATE -> "COMPENSATE";
      case NOTIFY_COMPLETED, NOTIFY_ANSWERED, NOTIFY_FAILED -> "NOTIFY";
    };
  }

  /**
   * What a manager says of a message.
   *
   * @param message it, if it is known here
   * @param facts what really happened to it
   * @param allSent whether nothing is about to be sent
   * @param answers whether a life of a node is there now, and not stopped
   */
  void check(
      MessageProgress told,
      Optional<SimulatedMessage> message,
      List<Fact> facts,
      boolean allSent,
      Predicate<NodeId> answers) {
    for (MessageProgress.Step step : told.steps()) {
      if (step.state().equals("SENT") && allSent && !step.since().isZero()) {
        holds(told, step, answers);
      }
    }
    for (String handler : told.toCompensate()) {
      boolean begun =
          sent.keySet().stream()
              .anyMatch(a -> a.message().equals(told.id()) && a.handler().equals(handler));
      // what was left goes by another id; an earlier life may have noted it, and not sent it
      boolean isKnown =
          message.filter(m -> m.againSince == Long.MIN_VALUE && !m.orphan).isPresent();
      boolean isOver = told.left().isZero(); // in this very turn: what is held is looked for next
      if (!begun && allSent && isKnown && !isOver) {
        throw new Broken(40, handler + " is to be compensated, and was never sent: " + told);
      }
    }
    boolean ended = message.filter(m -> m.outcome != null && !m.comesAgain).isPresent();
    if (told.state() == MessageProgress.State.EXECUTING
        && ended
        && facts.stream().noneMatch(f -> f.deed() == Deed.UNDID)
        && message.get().againSince == Long.MIN_VALUE) {
      throw new Broken(40, "it has ended, and is said to go on: " + told);
    }
  }

  /** The node that is said to hold it is one to which that very attempt went. */
  private void holds(MessageProgress told, MessageProgress.Step step, Predicate<NodeId> answers) {
    NodeId output = NodeId.parse(step.node());
    Attempt attempt = new Attempt(told.id(), step.handler(), step.role(), step.attempt());
    Set<NodeId> to = sent.getOrDefault(attempt, Set.of());
    boolean isTrue = to.isEmpty() || to.contains(output);
    if (!isTrue && answers.test(output) && to.stream().allMatch(answers)) {
      throw new Broken(40, step + " is said to be on " + output + ", and was sent to " + to);
    }
  }
}
