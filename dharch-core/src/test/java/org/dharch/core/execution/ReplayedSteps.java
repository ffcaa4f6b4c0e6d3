package org.dharch.core.execution;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What tests ask of how far a message is for its replay. */
public final class ReplayedSteps {
  private ReplayedSteps() {}

  /** The steps that are begun anew, by their index: what they changed is not kept. */
  public static Set<Integer> begunAnew(Progress far) {
    List<StepProgress> steps = far.steps();
    return IntStream.range(0, steps.size())
        .filter(i -> steps.get(i).role() == Step.Role.PERFORM)
        .filter(i -> steps.get(i).state() == StepState.NEW)
        .boxed()
        .collect(Collectors.toSet());
  }
}
