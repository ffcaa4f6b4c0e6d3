package org.dharch.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.wire.Task;

/** What really happened on the simulation's nodes, whatever the manager believes. */
final class SimulationLedger {
  /** What a handler did. */
  enum Deed {
    /** Performed; of a stateful handler, its effect stands. */
    PERFORMED,
    /** As that, and answered its message, or accepted it. */
    RESPONDED,
    /** Did nothing, and wanted its message later. */
    DEFERRED,
    THREW,
    /** A compensator did its work. */
    UNDID,
    /** It was told of a completed message. */
    NOTIFIED_COMPLETED,
    /** It was told of a failed message. */
    NOTIFIED_FAILED,
    /** It was told of an answered message. */
    NOTIFIED_ANSWERED;

    /** Whether it did what it is there for; of a stateful handler, its effect stands. */
    boolean performed() {
      return this == PERFORMED || this == RESPONDED;
    }

    /** Whether it was told of an end. */
    boolean heard() {
      return this == NOTIFIED_COMPLETED || this == NOTIFIED_FAILED || this == NOTIFIED_ANSWERED;
    }

    /** What a handler does that is told so of the end. */
    static Deed hearing(Task.Purpose purpose) {
      return switch (purpose) {
        case NOTIFY_COMPLETED -> NOTIFIED_COMPLETED;
        case NOTIFY_ANSWERED -> NOTIFIED_ANSWERED;
        case NOTIFY_FAILED -> NOTIFIED_FAILED;
        case PERFORM, COMPENSATE -> throw new IllegalArgumentException(purpose.toString());
      };
    }
  }

  /**
   * One deed.
   *
   * @param index the task's index, which names the step
   * @param saw whose marks were in the message that the handler was given
   * @param prefetched these marks, if its node was given it before its stage began
   * @param once what was in it that no other performance can have left, each as {@code
   *     handler=number}
   * @param leaves what it leaves of that kind itself
   */
  record Fact(
      long at,
      Deed deed,
      String handler,
      int index,
      int attempt,
      String node,
      Set<String> saw,
      Optional<List<String>> prefetched,
      Set<String> once,
      String leaves) {}

  /** A task by which a handler is told of the end. */
  record Telling(String node, int index, int attempt, Deed how) {
    static Telling of(Fact fact) {
      return new Telling(fact.node(), fact.index(), fact.attempt(), fact.deed());
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
