package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.orchestration.HandlerEntry;

/** One message's steps, in the order in which they came to be; none ever goes. */
final class Steps {
  private final List<Step> all = new ArrayList<>(0);

  /** How often a step that was to have this index was given ahead; null if none ever was. */
  private Map<Integer, Integer> lent;

  private int reached;

  /** A step that performs a handler of this stage. */
  void add(int stage, HandlerEntry entry) {
    all.add(new Step(all.size(), stage, entry).countFrom(lent(all.size())));
  }

  /** A step for the sake of {@code target}. */
  Step add(Role role, HandlerEntry entry, Step target) {
    Step step = new Step.Further(all.size(), role, entry, target).countFrom(lent(all.size()));
    all.add(step);
    return step;
  }

  private int lent(int index) {
    return lent == null ? 0 : lent.getOrDefault(index, 0);
  }

  /**
   * The attempt with which the step that is to have this index is given ahead: whatever step comes
   * to have it, no other attempt bears that number.
   */
  int lend(int index) {
    lent = lent == null ? new HashMap<>() : lent;
    return lent.merge(index, 1, Integer::sum);
  }

  /** Those of an earlier life of the manager. */
  void restore(List<StepProgress> were) {
    for (StepProgress was : were) {
      Step step =
          was.role() == Role.PERFORM
              ? new Step(all.size(), was.stage(), was.entry())
              : new Step.Further(all.size(), was.role(), was.entry(), all.get(was.target()));
      step.restore(was);
      reached = Math.max(reached, was.order());
      all.add(step);
    }
  }

  List<ExecutionView.StepView> views() {
    return all.stream().map(Step::view).toList();
  }

  /** The handlers whose compensators would run now, in that order. */
  List<String> toCompensate() {
    return all.stream()
        .filter(Step::toCompensate)
        .sorted(Comparator.comparingInt(Step::order).reversed())
        .map(Step::handler)
        .toList();
  }

  List<StepProgress> progress() {
    return all.stream().map(Step::progress).toList();
  }

  int count() {
    return all.size();
  }

  Step get(int index) {
    return all.get(index);
  }

  /** The index of the step that performs after so many others that do; the count if none does. */
  int indexOfPerforming(int number) {
    int before = 0;
    for (Step step : all) {
      if (step.role() == Role.PERFORM && before++ == number) {
        return step.index();
      }
    }
    return all.size();
  }

  List<Step> from(int index) {
    return all.subList(index, all.size());
  }

  /** Those from this one on, the longest handler first; those that take alike as they stand. */
  List<Step> longestFirst(int from, ToLongFunction<String> usualNanos) {
    if (all.size() - from < 2) {
      return List.copyOf(from(from));
    }
    List<Step> ordered = new ArrayList<>(from(from));
    ordered.sort(Comparator.comparingLong(step -> -usualNanos.applyAsLong(step.handler())));
    return ordered;
  }

  Stream<Step> stream() {
    return all.stream();
  }

  /** For each step there is now, not those that come meanwhile. */
  void each(Predicate<Step> which, Consumer<Step> action) {
    int count = all.size();
    for (int i = 0; i < count; i++) {
      if (which.test(all.get(i))) {
        action.accept(all.get(i));
      }
    }
  }

  /** The first from this one on that failed; one did. */
  Step firstFailed(int from) {
    return from(from).stream().filter(s -> s.is(StepState.FAILED)).findFirst().orElseThrow();
  }

  /** How a row of steps stands as a whole. */
  enum Standing {
    /** One may still go on, and none has failed. */
    OPEN,
    /** Nothing more happens to any, and none has failed. */
    SETTLED,
    /** One has failed, whatever the others do. */
    FAILED
  }

  /** The first of these to have performed. */
  static Optional<Step> firstPerformed(List<Step> of) {
    return of.stream()
        .filter(s -> s.is(StepState.PERFORMED))
        .min(Comparator.comparingInt(Step::order));
  }

  /**
   * How those from this one on stand.
   *
   * @param oneIsEnough whether they are settled as soon as one has performed
   */
  Standing standing(int from, boolean oneIsEnough) {
    return oneIsEnough ? standingOfAny(from(from)) : standing(all, from);
  }

  /** The same of these. */
  static Standing standing(List<Step> of, boolean oneIsEnough) {
    return oneIsEnough ? standingOfAny(of) : standing(of, 0);
  }

  private static Standing standingOfAny(List<Step> of) {
    boolean open = false;
    boolean failed = false;
    for (Step step : of) {
      if (step.role() != Step.Role.PERFORM) {
        continue; // of a sequence that was being gone back from in an earlier life
      }
      if (step.is(StepState.PERFORMED)) {
        return Standing.SETTLED;
      }
      open |= !step.settled();
      failed |= step.is(StepState.FAILED);
    }
    return open ? Standing.OPEN : failed ? Standing.FAILED : Standing.SETTLED;
  }

  private static Standing standing(List<Step> of, int from) {
    Standing standing = Standing.SETTLED;
    for (int i = from; i < of.size(); i++) {
      Step step = of.get(i);
      if (step.is(StepState.FAILED)) {
        return Standing.FAILED;
      }
      standing = step.settled() ? standing : Standing.OPEN;
    }
    return standing;
  }

  /** Whether nothing more happens to any step. */
  boolean settled() {
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).settled()) {
        return false;
      }
    }
    return true;
  }

  /** When the first of them wants to be woken. */
  long nextWake() {
    long next = Step.NEVER;
    for (Step step : all) {
      next = Math.min(next, step.wakeAt());
    }
    return next;
  }

  /** The number of a step that performs, or may perform, after all that did before. */
  int nextReached() {
    return ++reached;
  }
}
