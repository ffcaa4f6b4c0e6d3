package org.dharch.benchmarks.site;

import java.util.List;
import org.dharch.cli.run.HandlerArrangement;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;

/**
 * One way to run handlers, and the service that runs them this way. Immutable.
 *
 * @param name the name in results, also of the orchestration
 * @param service the name of the service
 * @param distributed whether the handlers run in DHArch; otherwise in Axis2's own chain
 * @param stages the stages in sequence; handlers of a stage run in parallel
 */
public record HandlerVariant(
    String name, String service, boolean distributed, List<List<String>> stages)
    implements HandlerArrangement {
  public HandlerVariant {
    stages = stages.stream().map(List::copyOf).toList();
  }

  /**
   * Returns a variant in DHArch.
   *
   * @param plan stages separated by blanks, parallel handlers by commas: {@code A,B C}
   */
  public static HandlerVariant distributed(String name, String service, String plan) {
    return new HandlerVariant(name, service, true, HandlerArrangement.stages(plan));
  }

  /** Returns a variant in Axis2's own chain. */
  public static HandlerVariant chain(String name, String service, String plan) {
    return new HandlerVariant(name, service, false, HandlerArrangement.stages(plan));
  }

  /** Returns its stages for the planner. */
  public Orchestration orchestration() {
    return Orchestration.of(
        name,
        stages.stream()
            .map(stage -> Stage.of(stage.toArray(String[]::new)))
            .toArray(Construct[]::new));
  }
}
