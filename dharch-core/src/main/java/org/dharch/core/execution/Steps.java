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
import org.dharch.core.execution.event.ExecutionView;
import org.dharch.core.execution.progress.StepProgress;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.orchestration.HandlerEntry;

/** The steps of one message, in order of creation; none is removed. */
final class Steps {
  private final List<Step> all = new ArrayList<>(0);

  /** How many attempts of a future step are reserved, by index; null if none are. */
  private Map<Integer, Integer> reserved;

  private int reached;

  /** Adds a step that performs a handler of this stage. */
  void add(int stage, HandlerEntry entry) {
    all.add(new Step(all.size(), stage, entry).countFrom(reserved(all.size())));
  }

  /** Adds a step that compensates {@code target}, or notifies its handler. */
  Step add(StepRole role, Step target) {
    HandlerEntry entry = role.entry(target.entry());
    Step step = new Step.Targeted(all.size(), role, entry, target).countFrom(reserved(all.size()));
    all.add(step);
    return step;
  }

  private int reserved(int index) {
    return reserved == null ? 0 : reserved.getOrDefault(index, 0);
  }

  /** Reserves an attempt number for the future step of this index: no other attempt gets it. */
  int reserveAttempt(int index) {
    reserved = reserved == null ? new HashMap<>() : reserved;
    return reserved.merge(index, 1, Integer::sum);
  }

  /** Adds the steps of an earlier incarnation of the manager. */
  void restore(List<StepProgress> were) {
    for (StepProgress was : were) {
      Step step =
          was.role() == StepRole.PERFORM
              ? new Step(all.size(), was.subject().stage(), was.entry())
              : new Step.Targeted(
                  all.size(), was.role(), was.entry(), all.get(was.subject().target()));
      step.restore(was);
      reached = Math.max(reached, was.order());
      all.add(step);
    }
  }

  List<ExecutionView.StepView> views() {
    return all.stream().map(Step::view).toList();
  }

  /** The handlers that would be compensated now, in that order. */
  List<String> toCompensate() {
    return all.stream()
        .filter(Step::toCompensate)
        .sorted(Comparator.comparingInt(Step::order).reversed())
        .map(Step::handler)
        .toList();
  }

  List<StepProgress> progress(long now) {
    return all.stream().map(step -> step.progress(now)).toList();
  }

  int count() {
    return all.size();
  }

  Step get(int index) {
    return all.get(index);
  }

  /** The index of the performing step after this number of others; the count if there is none. */
  int indexOfPerforming(int number) {
    int before = 0;
    for (Step step : all) {
      if (step.role() == StepRole.PERFORM && before++ == number) {
        return step.index();
      }
    }
    return all.size();
  }

  List<Step> from(int index) {
    return all.subList(index, all.size());
  }

  /** The steps from this index on, the longest handler first. */
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

  /** Calls the action for each matching step, except those added meanwhile. */
  void each(Predicate<Step> which, Consumer<Step> action) {
    int count = all.size();
    for (int i = 0; i < count; i++) {
      if (which.test(all.get(i))) {
        action.accept(all.get(i));
      }
    }
  }

  /** The first failed step from this index on. */
  Optional<Step> firstFailed(int from) {
    return from(from).stream().filter(s -> s.is(StepState.FAILED)).findFirst();
  }

  /** The common state of several steps. */
  enum Status {
    /** A step is open, and none has failed, or one waits for another before it. */
    OPEN,
    /** All are settled, and none has failed. */
    SETTLED,
    /** A step has failed. */
    FAILED
  }

  static Optional<Step> firstPerformed(List<Step> of) {
    return of.stream()
        .filter(s -> s.is(StepState.PERFORMED))
        .min(Comparator.comparingInt(Step::order));
  }

  /**
   * The common state of the steps from this index on.
   *
   * @param oneIsEnough whether the first performed step settles them
   */
  Status status(int from, boolean oneIsEnough) {
    return oneIsEnough ? statusOfAny(from(from)) : status(all, from);
  }

  static Status status(List<Step> of, boolean oneIsEnough) {
    return oneIsEnough ? statusOfAny(of) : status(of, 0);
  }

  private static Status statusOfAny(List<Step> of) {
    boolean open = false;
    boolean failed = false;
    for (Step step : of) {
      if (step.role() != StepRole.PERFORM) {
        continue; // of a sequence that an earlier incarnation compensated
      }
      if (step.is(StepState.PERFORMED)) {
        return Status.SETTLED;
      }
      open |= !step.settled();
      failed |= step.is(StepState.FAILED);
    }
    return open ? Status.OPEN : failed ? Status.FAILED : Status.SETTLED;
  }

  /**
   * The first handler that threw a SOAP fault decides what the sender gets, so that its step waits
   * for required ones before it.
   */
  private static Status status(List<Step> of, int from) {
    Status status = Status.SETTLED;
    boolean awaitsRequired = false;
    for (int i = from; i < of.size(); i++) {
      Step step = of.get(i);
      if (step.is(StepState.FAILED)) {
        boolean waits = awaitsRequired && step.fault().thrown().isPresent();
        return waits ? Status.OPEN : Status.FAILED;
      }
      if (!step.settled()) {
        status = Status.OPEN;
        awaitsRequired |= step.entry().isRequired();
      }
    }
    return status;
  }

  boolean settled() {
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).settled()) {
        return false;
      }
    }
    return true;
  }

  long nextWake() {
    long next = Step.NEVER;
    for (Step step : all) {
      next = Math.min(next, step.wakeAt());
    }
    return next;
  }

  /** The next position in the order of performed steps. */
  int nextReached() {
    return ++reached;
  }
}
