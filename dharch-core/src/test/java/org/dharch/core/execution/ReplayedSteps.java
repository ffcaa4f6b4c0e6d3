package org.dharch.core.execution;

import java.util.Set;
import java.util.stream.Collectors;

/** What tests ask of how far a message is for its replay. */
public final class ReplayedSteps {
  private ReplayedSteps() {}

  /** The handlers that were tried before and are begun anew: what they changed is not kept. */
  public static Set<String> begunAnew(Progress far) {
    return far.steps().stream()
        .filter(s -> s.role() == Step.Role.PERFORM && s.state() == Step.State.NEW)
        .filter(s -> s.attempt() > 0)
        .map(s -> s.entry().name())
        .collect(Collectors.toSet());
  }
}
