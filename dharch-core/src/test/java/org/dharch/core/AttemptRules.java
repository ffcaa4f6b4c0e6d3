package org.dharch.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.Rules.Broken;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.execution.recovery.RetryBudget;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/** What is checked of the attempts that one incarnation of a manager sends: rules 66 and 67. */
final class AttemptRules {
  private static final long SECOND = 1_000_000_000;

  /** The longest pause before a retry, rounded up: the budget counts decisions. */
  private static final int PAUSE_SECONDS = 1;

  /** The attempt of a step. */
  record Sent(MessageId message, int index, int attempt) {}

  private final SimulatedManager simulated;
  private final Set<Sent> sent = new HashSet<>();
  private final Map<String, List<Long>> attempts = new HashMap<>();
  private final Map<String, List<Long>> retries = new HashMap<>();

  AttemptRules(SimulatedManager simulated) {
    this.simulated = simulated;
  }

  void sent(TaskBatch batch, long now) {
    Optional<SimulatedMessage> of = simulated.message(batch.id());
    if (of.isEmpty()) {
      return; // it is being admitted
    }
    SimulatedMessage message = of.get();
    List<Long> all =
        attempts.computeIfAbsent(message.orchestration.name(), name -> new ArrayList<>());
    for (int task = batch.tasks().size() + batch.countSpeculative(); task > 0; task--) {
      all.add(now);
    }
    for (Task task : batch.tasks()) {
      if (task.purpose() == Task.Purpose.PERFORM) {
        Sent attempt = new Sent(batch.id(), task.index(), task.attempt());
        // otherwise its node is only asked for it again, or it waited for the disk or a thread, and
        // the node rejects it
        if (message.sent.add(attempt) && !task.stateful() && !simulated.runsElsewhere()) {
          checkDeadline(message, task, now);
        }
        if (sent.add(attempt) && isRetry(batch.id(), task)) {
          checkBudget(message.orchestration.name(), now);
        }
      }
    }
  }

  private static void checkDeadline(SimulatedMessage message, Task task, long now) {
    long begun = Math.max(message.admittedAt, message.againSince);
    if (now >= begun + message.deadline.toNanos()) {
      throw new Broken(66, task + " of " + message.id + " is sent after the deadline");
    }
  }

  /** Whether the attempt follows one of this incarnation that threw on a node that stays. */
  private boolean isRetry(MessageId id, Task task) {
    return sent.contains(new Sent(id, task.index(), task.attempt() - 1))
        && simulated.ledger().of(id).stream()
            .anyMatch(
                fact ->
                    fact.deed() == Deed.THREW
                        && fact.index() == task.index()
                        && fact.attempt() == task.attempt() - 1
                        && fact.handler().equals(task.handler())
                        && fact.prefetched().isEmpty()
                        && simulated.lost().stream().noneMatch(fact.node()::startsWith));
  }

  private void checkBudget(String orchestration, long now) {
    List<Long> times = retries.computeIfAbsent(orchestration, name -> new ArrayList<>());
    times.add(now);
    long all = since(attempts.get(orchestration), now, RetryBudget.SECONDS + PAUSE_SECONDS);
    long repeated = since(times, now, RetryBudget.SECONDS - 1 - PAUSE_SECONDS);
    long most =
        RetryBudget.FLOOR_PER_SECOND * RetryBudget.SECONDS + all / RetryBudget.FIRST_PER_REPEAT;
    if (repeated > most) {
      throw new Broken(67, repeated + " retries of " + all + " attempts of " + orchestration);
    }
  }

  private static long since(List<Long> times, long now, int seconds) {
    return times.stream().filter(at -> at > now - seconds * SECOND).count();
  }
}
