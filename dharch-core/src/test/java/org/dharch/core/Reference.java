package org.dharch.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Merge;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;

/**
 * One message once more, its handlers strictly one after another, by the plainest possible reading
 * of its orchestration: what the real, parallel execution must come out equal to (rule 8). Which
 * handlers performed is taken from the message's timeline; everything else is worked out anew.
 */
final class Reference {
  /**
   * The stages that the message should have been through, as handlers; of one that halted, also
   * those that would have come: its last stage may have begun on no node.
   */
  final List<Stage> stages = new ArrayList<>();

  /** The names of the marks that were there when each stage began. */
  final List<Set<String>> before = new ArrayList<>();

  byte[] envelope = Bench.ENVELOPE;
  MessageProperties properties = MessageProperties.empty();

  private final Map<Integer, Map<String, Integer>> performed = new HashMap<>();
  private final Map<Integer, Sequence> revisions;
  private final Deque<Construct> todo = new ArrayDeque<>();

  /**
   * @param answers whether an attempt answered the message: then it left no mark
   * @param revisions what the message was made to go on with, by how many stages it had begun then
   * @param initial what its gateway handed in with it
   */
  Reference(
      Sequence body,
      Timeline timeline,
      Predicate<Timeline.Attempt> answers,
      Map<Integer, Sequence> revisions,
      MessageProperties initial) {
    this.revisions = revisions;
    this.properties = initial;
    for (Timeline.Attempt attempt : timeline.attempts()) {
      if (attempt.handler().startsWith("U") || answers.test(attempt)) {
        continue;
      }
      if (attempt.result().equals("performed")) {
        performed
            .computeIfAbsent(attempt.stage(), s -> new HashMap<>())
            .put(attempt.handler(), attempt.number());
      }
    }
    push(body);
    revise();
    while (!todo.isEmpty()) {
      walk(todo.pop());
    }
  }

  private void push(Sequence sequence) {
    for (int i = sequence.parts().size() - 1; i >= 0; i--) {
      todo.push(sequence.parts().get(i));
    }
  }

  private void revise() {
    Sequence rest = revisions.get(stages.size());
    if (rest != null) {
      todo.clear();
      push(rest);
    }
  }

  private void walk(Construct construct) {
    if (construct instanceof Stage stage) {
      stage(stage);
    } else if (construct instanceof Sequence sequence) {
      push(sequence);
    } else if (construct instanceof Choose choose) {
      push(way(choose));
    } else {
      Repeat repeat = (Repeat) construct;
      if (repeat.condition().isEmpty() || holds(repeat.condition().get())) {
        if (repeat.times() > 1) {
          todo.push(new Repeat(repeat.times() - 1, repeat.condition(), repeat.body()));
        }
        push(repeat.body());
      }
    }
  }

  private Sequence way(Choose choose) {
    for (Choose.When when : choose.whens()) {
      if (holds(when.condition())) {
        return when.body();
      }
    }
    return choose.otherwise();
  }

  /** By the marks that are there, and not by the code that the manager asks. */
  private boolean holds(Condition condition) {
    if (condition instanceof XPathCondition xpath) {
      String wanted = xpath.expression().substring(RandomOrchestration.ANY_MARK.length());
      return Marks.names(envelope).contains(wanted);
    }
    String property = ((PropertyCondition) condition).property();
    return properties.get(property).isPresent();
  }

  private void stage(Stage stage) {
    before.add(Marks.names(envelope));
    Map<String, Integer> here = performed.getOrDefault(stages.size(), Map.of());
    for (HandlerEntry handler : stage.handlers()) {
      Integer attempt = here.get(handler.name());
      if (attempt != null) {
        var changes = Marks.mark(handler.name(), attempt);
        envelope = Merge.apply(envelope, changes, Limits.DEFAULT);
        properties = properties.merge(changes.properties(), Set.of());
      }
    }
    stages.add(stage);
    revise();
  }

  /** The handlers whose results are in, of stage {@code number}. */
  Set<String> applied(int number) {
    return performed.getOrDefault(number, Map.of()).keySet();
  }

  Optional<HandlerEntry> entry(String handler) {
    return stages.stream()
        .flatMap(s -> s.handlers().stream())
        .filter(h -> h.name().equals(handler))
        .findFirst();
  }

  /** What a handler may have seen when it performed. */
  Set<Set<String>> mayHaveSeen(String handler) {
    Set<Set<String>> seen = new HashSet<>();
    for (int s = 0; s < stages.size(); s++) {
      if (stages.get(s).handlers().stream().anyMatch(h -> h.name().equals(handler))) {
        seen.add(before.get(s));
      }
    }
    return seen;
  }
}
