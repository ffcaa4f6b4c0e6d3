package org.dharch.core;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ReplayedSteps;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.Task;

/** What somebody has had replayed of a message that had failed. */
final class SimulatedReplays {
  private static final Set<String> SILENT = Set.of("timed-out", "lost", "superseded", "sent");

  /** An attempt by what a store keeps of it, too. */
  private record Sent(String handler, int number, long at) {
    static Sent of(Timeline.Attempt attempt) {
      return new Sent(attempt.handler(), attempt.number(), attempt.sentNanos());
    }
  }

  private final Map<String, NavigableSet<Long>> repeatable = new HashMap<>();
  private int count;
  private int from;

  /**
   * The attempts for which another of its stage was enough before, each as {@code handler#number}.
   */
  private final Set<String> superseded = new HashSet<>();

  /**
   * The first stage that was begun anew; what was compensated of those before stays compensated.
   */
  private int firstAnew = Integer.MAX_VALUE;

  /** The highest number of an attempt of each step before the latest replay. */
  private final Map<Integer, Integer> triedBefore = new HashMap<>();

  /** At which step each attempt was: a store does not keep that. */
  private final Map<Sent, Integer> steps = new HashMap<>();

  /** The attempts at steps that a replay began anew. */
  private final Set<Sent> repeated = new HashSet<>();

  /** The same of one that was asked for: until it begins what ended before is checked as it was. */
  private final Set<Sent> toBeginAnew = new HashSet<>();

  private long at = Long.MIN_VALUE;
  private boolean isAsked;

  /** It goes on with {@code far}, and had failed as {@code failed} says. */
  void replayed(Progress far, Outcome.Failed failed, long now) {
    count++;
    from = far.position().stageFrom();
    firstAnew = Math.min(firstAnew, far.position().stage());
    isAsked = true;
    Set<Integer> repeated = ReplayedSteps.repeated(far);
    Map<String, String> last = new HashMap<>();
    for (Timeline.Attempt attempt : failed.timeline().attempts()) {
      last.put(attempt.handler(), attempt.result());
      Sent sent = Sent.of(attempt);
      if (attempt.step() >= 0) {
        steps.put(sent, attempt.step());
      }
      if (repeated.contains(steps.get(sent))) {
        toBeginAnew.add(sent);
      }
      triedBefore.merge(attempt.step(), attempt.number(), Math::max);
      if (attempt.result().equals("superseded")) {
        superseded.add(named(attempt));
      }
    }
    Set<String> failedHandlers = new HashSet<>();
    last.forEach(
        (handler, result) -> {
          boolean isCulprit = handler.equals(failed.fault().handler());
          if (!SILENT.contains(result) && (isCulprit || !result.equals("performed"))) {
            failedHandlers.add(handler);
          }
        });
    failedHandlers.forEach(h -> repeatable.computeIfAbsent(h, key -> new TreeSet<>()).add(now));
  }

  /** It comes out of the store. */
  void begins(long now) {
    at = isAsked ? now : at; // else it goes on after its manager's death
    repeated.addAll(toBeginAnew);
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

  /**
   * What counts of a timeline: not what was compensated when it halted, and done once more, or not.
   */
  Timeline counting(Timeline all, List<SimulationLedger.Fact> facts) {
    if (count == 0) {
      return all;
    }
    List<Timeline.Attempt> counting =
        all.attempts().stream()
            .filter(a -> !wasSuperseded(a) && !repeated.contains(Sent.of(a)))
            .filter(a -> !isDoneAgain(a, all.attempts()) && !isCompensated(a, facts))
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

  /**
   * Before it was replayed; who performed after that may have been compensated for another reason.
   */
  private boolean isCompensated(Timeline.Attempt of, List<SimulationLedger.Fact> facts) {
    if (of.stage() < firstAnew) {
      return false; // its sequence was gone back from
    }
    boolean compensated = false;
    for (SimulationLedger.Fact fact : facts) {
      boolean isEarlier = isAfter(fact.at());
      if (fact.deed().performed()
          && fact.handler().equals(of.handler())
          && fact.attempt() == of.number()) {
        compensated = false;
      } else if (isEarlier
          && fact.deed() == SimulationLedger.Deed.UNDID
          && of.handler().equals("H" + fact.handler().substring(1))) {
        compensated = true;
      }
    }
    return compensated;
  }
}
