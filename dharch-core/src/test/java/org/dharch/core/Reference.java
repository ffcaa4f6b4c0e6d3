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
import java.util.TreeSet;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
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

  /** The names of the marks that were there when each handler's stage began, in its branch. */
  private final Map<String, Set<Set<String>>> seen = new HashMap<>();

  byte[] envelope = Bench.ENVELOPE;
  MessageProperties properties = MessageProperties.empty();

  /**
   * Attempts that performed where another handler of the stage was first: nothing of them counts.
   */
  final Set<Timeline.Attempt> overtaken = new HashSet<>();

  private final Map<Integer, List<Timeline.Attempt>> performed = new HashMap<>();
  private final Map<Integer, Set<String>> applied = new HashMap<>();
  private final Sequence body;
  private final MessageId id;
  private final SimulatedVerbs verbs;
  private final Map<Integer, Sequence> revisions;
  private final Map<Integer, Fault.Code> faults;

  /** Constructs, and ends of sequences that catch faults. */
  private final Deque<Object> todo = new ArrayDeque<>();

  /** Where a sequence ends that catches faults, and the message before it. */
  private record End(Sequence of, int from, byte[] envelope, MessageProperties properties) {}

  /**
   * A sequence that was gone back from.
   *
   * @param from its first stage
   * @param failed its last
   */
  record Caught(int from, int failed) {}

  /** In their order. */
  final List<Caught> caught = new ArrayList<>();

  /**
   * @param verbs which attempts answered the message: they left no mark
   * @param revisions what the message was made to go on with, by how many stages it had begun then
   * @param faults by which fault it was gone back from a stage, by the stage's number
   * @param initial what its gateway handed in with it
   */
  Reference(
      Sequence body,
      Timeline timeline,
      SimulatedVerbs verbs,
      Map<Integer, Sequence> revisions,
      Map<Integer, Fault.Code> faults,
      MessageProperties initial) {
    this.id = timeline.id();
    this.verbs = verbs;
    this.revisions = revisions;
    this.faults = faults;
    this.body = body;
    this.properties = initial;
    for (Timeline.Attempt attempt : timeline.attempts()) {
      if (attempt.result().equals("performed") && !attempt.handler().startsWith("U")) {
        performed.computeIfAbsent(attempt.stage(), s -> new ArrayList<>()).add(attempt);
      }
    }
    push(body);
    revise();
    while (!todo.isEmpty()) {
      walk(todo.pop());
    }
  }

  private void push(Sequence sequence) {
    if (sequence.catches()) {
      todo.push(new End(sequence, stages.size(), envelope, properties));
    }
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

  private void walk(Object construct) {
    if (construct instanceof End) {
      return;
    } else if (construct instanceof Stage stage) {
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
    List<Timeline.Attempt> all = performed.getOrDefault(stages.size(), List.of());
    Map<String, Integer> here = new HashMap<>();
    for (List<Stage> branch : branches(stage)) {
      Set<String> marks = Marks.names(envelope);
      for (Stage inner : branch) {
        for (String name : inner.names()) {
          seen.computeIfAbsent(name, n -> new HashSet<>()).add(marks);
        }
        for (Timeline.Attempt attempt : counting(inner, all)) {
          if (!answers(attempt)) {
            here.put(attempt.handler(), attempt.number());
          }
        }
        marks = new TreeSet<>(marks);
        marks.addAll(inner.names().stream().filter(here::containsKey).toList());
      }
    }
    if (faults.containsKey(stages.size())) {
      goBack(stage, here.keySet());
      return;
    }
    applied.put(stages.size(), here.keySet());
    for (HandlerEntry handler : stage.handlers()) { // branch by branch
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

  /** Of each branch its stages; of a stage without branches itself. */
  static List<List<Stage>> branches(Stage stage) {
    return stage.isBranched()
        ? stage.branches().stream()
            .map(branch -> branch.parts().stream().map(Stage.class::cast).toList())
            .toList()
        : List.of(List.of(stage));
  }

  /** The stages without branches that {@code stage} consists of. */
  static List<Stage> plain(Stage stage) {
    return branches(stage).stream().flatMap(List::stream).toList();
  }

  /**
   * Rule 28: a handler of the stage failed that must perform, and a sequence around it catches it.
   */
  private void goBack(Stage stage, Set<String> here) {
    Fault.Code code = faults.get(stages.size());
    boolean failed = plain(stage).stream().anyMatch(inner -> mayHaveFailed(inner, here));
    if (!failed) {
      throw new Rules.Broken(28, id + " was gone back from " + stage + ", and nothing failed");
    }
    Optional<OnFault> with = Optional.empty();
    while (with.isEmpty()) {
      Object next = todo.poll();
      if (next == null) {
        throw new Rules.Broken(28, id + " was gone back from " + stage + ", and nothing catches");
      } else if (next instanceof End end) {
        with = end.of().faults().stream().filter(fault -> fault.catches(code)).findFirst();
        envelope = end.envelope();
        properties = end.properties();
        if (with.isPresent()) {
          caught.add(new Caught(end.from(), stages.size()));
        }
      }
    }
    overtaken.addAll(performed.getOrDefault(stages.size(), List.of()));
    applied.put(stages.size(), Set.of());
    stages.add(stage);
    push(with.get().body());
    revise();
  }

  private static boolean mayHaveFailed(Stage stage, Set<String> here) {
    List<HandlerEntry> must = stage.handlers().stream().filter(HandlerEntry::isRequired).toList();
    return stage.first()
        ? !must.isEmpty() && stage.names().stream().noneMatch(here::contains)
        : must.stream().anyMatch(h -> !here.contains(h.name()));
  }

  /** Whether the stage of this number failed, and it was gone back from it. */
  boolean isCaught(int number) {
    return caught.stream().anyMatch(each -> each.failed() == number);
  }

  /** Whether the stage of this number is of a sequence that was gone back from. */
  boolean isGoneBackFrom(int number) {
    return caught.stream().anyMatch(each -> each.from() <= number && number <= each.failed());
  }

  /** The attempts of the stage that performed, of these; where the first is enough, it alone. */
  private List<Timeline.Attempt> counting(Stage stage, List<Timeline.Attempt> all) {
    List<Timeline.Attempt> own =
        all.stream().filter(a -> stage.names().contains(a.handler())).toList();
    if (!stage.first()) {
      return own;
    }
    Optional<Timeline.Attempt> first =
        own.stream().filter(a -> !answers(a) || verbs.mayRespond(a.handler())).findFirst();
    own.stream().filter(a -> !first.equals(Optional.of(a))).forEach(overtaken::add);
    return first.stream().toList();
  }

  private boolean answers(Timeline.Attempt attempt) {
    return verbs.answers(id, attempt.handler(), attempt.number());
  }

  /** The handlers whose results are in, of stage {@code number}. */
  Set<String> applied(int number) {
    return applied.getOrDefault(number, Set.of());
  }

  Optional<HandlerEntry> entry(String handler) {
    return stages.stream()
        .flatMap(s -> s.handlers().stream())
        .filter(h -> h.name().equals(handler))
        .findFirst();
  }

  /** As its orchestration has it, whether or not the message met it. */
  Optional<HandlerEntry> planned(String handler) {
    List<HandlerEntry> all = new ArrayList<>();
    Constructs.eachStage(body, stage -> all.addAll(stage.handlers()));
    return all.stream().filter(h -> h.name().equals(handler)).findFirst();
  }

  /** What a handler may have seen when it performed. */
  Set<Set<String>> mayHaveSeen(String handler) {
    return seen.getOrDefault(handler, Set.of());
  }
}
