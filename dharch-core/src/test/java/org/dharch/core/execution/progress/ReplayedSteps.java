package org.dharch.core.execution.progress;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Queries of a replay's progress, for tests. */
public final class ReplayedSteps {
  private ReplayedSteps() {}

  /** The indexes of the steps that begin again. */
  public static Set<Integer> repeated(Progress far) {
    List<StepProgress> steps = far.steps();
    return IntStream.range(0, steps.size())
        .filter(i -> steps.get(i).role() == StepRole.PERFORM)
        .filter(i -> steps.get(i).state() == StepState.NEW)
        .boxed()
        .collect(Collectors.toSet());
  }
}
