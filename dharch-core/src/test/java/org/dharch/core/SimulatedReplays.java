package org.dharch.core;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.execution.Progress;
import org.dharch.core.execution.ReplayedSteps;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.wire.Task;

/** What somebody has had replayed of a message that had halted. */
final class SimulatedReplays {
  private static final Set<String> SILENT = Set.of("timed-out", "lost", "superseded", "sent");

  private final Map<String, NavigableSet<Long>> repeatable = new HashMap<>();
  private int count;
  private int from;

  /**
   * The attempts for which another of its stage was enough before, each as {@code handler#number}.
   */
  private final Set<String> superseded = new HashSet<>();

  /** The first stage that was begun anew; what was undone of those before stays undone. */
  private int firstAnew = Integer.MAX_VALUE;

  /** The highest number of an attempt of each step before the latest replay. */
  private final Map<Integer, Integer> triedBefore = new HashMap<>();

  /** The same of each handler: a store keeps no steps of attempts. */
  private final Map<String, Integer> numberedBefore = new HashMap<>();

  /** The handlers of which the latest replay kept nothing. */
  private Set<String> begunAnew = Set.of();

  private long at = Long.MIN_VALUE;
  private boolean isAsked;

  /** It goes on with {@code far}, and had halted as {@code halted} says. */
  void replayed(Progress far, Outcome.Halted halted, long now) {
    count++;
    from = far.stageFrom();
    firstAnew = Math.min(firstAnew, far.stage());
    isAsked = true;
    begunAnew = ReplayedSteps.begunAnew(far);
    Map<String, String> last = new HashMap<>();
    for (Timeline.Attempt attempt : halted.timeline().attempts()) {
      last.put(attempt.handler(), attempt.result());
      triedBefore.merge(attempt.step(), attempt.number(), Math::max);
      numberedBefore.merge(attempt.handler(), attempt.number(), Math::max);
      if (attempt.result().equals("superseded")) {
        superseded.add(named(attempt));
      }
    }
    Set<String> failed = new HashSet<>();
    last.forEach(
        (handler, result) -> {
          boolean isCulprit = handler.equals(halted.fault().handler());
          if (!SILENT.contains(result) && (isCulprit || !result.equals("performed"))) {
            failed.add(handler);
          }
        });
    failed.forEach(h -> repeatable.computeIfAbsent(h, key -> new TreeSet<>()).add(now));
  }

  /** It comes out of the store. */
  void begins(long now) {
    at = isAsked ? now : at; // else it goes on after its manager's death
    isAsked = false;
  }

  /** Whether it is to be replayed, and has not come out of the store for that yet. */
  boolean isAsked() {
    return isAsked;
  }

  int count() {
    return count;
  }

  /**
   * Whether this is of before the stage that it was replayed from, and begun anew all the same. A
   * batch that was made before, outside the turn perhaps, may still come.
   */
  boolean isBehind(Task task) {
    return task.index() < from && task.attempt() > triedBefore.getOrDefault(task.index(), 0);
  }

  /** Whether an effect of this time is of before the latest replay. */
  boolean isAfter(long time) {
    return time < at;
  }

  /**
   * Whether what a handler did at the first of these times may be done again at the second: its
   * node had said that it failed, or its result had been refused, and somebody had it replayed.
   */
  boolean mayRepeat(String handler, long before, long then) {
    NavigableSet<Long> asked = repeatable.getOrDefault(handler, Collections.emptyNavigableSet());
    Long next = asked.higher(before);
    return next != null && next <= then;
  }

  /** What counts of a timeline: not what was undone when it halted, and done once more, or not. */
  Timeline counting(Sequence body, Timeline all, List<SimulationLedger.Fact> facts) {
    if (count == 0) {
      return all;
    }
    List<Timeline.Attempt> counting =
        all.attempts().stream()
            .filter(a -> !wasSuperseded(a))
            .filter(a -> !isDoneAgain(a, all.attempts()) && !isUndone(a, facts))
            .filter(a -> !isInstead(body, a, all.attempts()))
            .toList();
    return new Timeline(
        all.id(),
        all.orchestration(),
        all.selectedNanos(),
        all.endedNanos(),
        counting,
        all.mergeNanos(),
        all.notes());
  }

  private boolean wasSuperseded(Timeline.Attempt attempt) {
    return attempt.result().equals("superseded") && superseded.contains(named(attempt));
  }

  private static String named(Timeline.Attempt attempt) {
    return attempt.handler() + "#" + attempt.number();
  }

  private static boolean isDoneAgain(Timeline.Attempt of, List<Timeline.Attempt> all) {
    return of.result().equals("performed")
        && all.stream()
            .anyMatch(
                a ->
                    a.stage() == of.stage()
                        && a.handler().equals(of.handler())
                        && a.number() > of.number());
  }

  /** Whether it was begun anew, and another of its stage of which one is enough was then. */
  private boolean isInstead(Sequence body, Timeline.Attempt of, List<Timeline.Attempt> all) {
    Set<String> others = alternatives(body, of.handler());
    return of.result().equals("performed")
        && !isOfLatest(of)
        && begunAnew.contains(of.handler())
        && all.stream()
            .filter(a -> a.stage() == of.stage() && others.contains(a.handler()))
            .anyMatch(a -> a.result().equals("performed") && isOfLatest(a));
  }

  /** The handlers of the stage of which one is enough that has this one. */
  private static Set<String> alternatives(Construct in, String handler) {
    Set<String> found = new HashSet<>();
    Constructs.eachStage(
        in,
        stage -> {
          if (stage.isBranched()) {
            stage.branches().forEach(branch -> found.addAll(alternatives(branch, handler)));
          } else if (stage.first() && stage.names().contains(handler)) {
            found.addAll(stage.names());
          }
        });
    return found;
  }

  private boolean isOfLatest(Timeline.Attempt attempt) {
    return attempt.number() > numberedBefore.getOrDefault(attempt.handler(), 0);
  }

  /** Before it was replayed; who performed after that may have been undone for another reason. */
  private boolean isUndone(Timeline.Attempt of, List<SimulationLedger.Fact> facts) {
    if (of.stage() < firstAnew) {
      return false; // its sequence was gone back from
    }
    boolean undone = false;
    for (SimulationLedger.Fact fact : facts) {
      boolean isEarlier = isAfter(fact.at());
      if (fact.deed().performed()
          && fact.handler().equals(of.handler())
          && fact.attempt() == of.number()) {
        undone = false;
      } else if (isEarlier
          && fact.deed() == SimulationLedger.Deed.UNDID
          && of.handler().equals("H" + fact.handler().substring(1))) {
        undone = true;
      }
    }
    return undone;
  }
}
