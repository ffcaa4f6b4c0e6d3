package org.dharch.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.MessageId;

/** What really happened on the simulation's nodes, whatever the manager believes. */
final class SimulationLedger {
  /** What a handler did. */
  enum Deed {
    /** Performed; of a stateful handler, its effect stands. */
    PERFORMED,
    THREW,
    /** A compensator did its work. */
    UNDID,
    /** It was told of a completed message. */
    HEARD_COMPLETED,
    /** It was told of a halted message. */
    HEARD_HALTED
  }

  /**
   * One deed.
   *
   * @param index the task's index, which names the step
   * @param saw the marks in the message that the handler was given
   */
  record Fact(
      long at, Deed deed, String handler, int index, int attempt, String node, Set<String> saw) {}

  /** A task by which a handler is told of the end. */
  record Telling(String node, int index, int attempt, boolean completed) {
    static Telling of(Fact fact) {
      boolean completed = fact.deed() == Deed.HEARD_COMPLETED;
      return new Telling(fact.node(), fact.index(), fact.attempt(), completed);
    }
  }

  private final Map<MessageId, List<Fact>> facts = new HashMap<>();

  void add(MessageId message, Fact fact) {
    facts.computeIfAbsent(message, m -> new ArrayList<>()).add(fact);
  }

  /** In the order in which they happened. */
  List<Fact> of(MessageId message) {
    return facts.getOrDefault(message, List.of());
  }
}
