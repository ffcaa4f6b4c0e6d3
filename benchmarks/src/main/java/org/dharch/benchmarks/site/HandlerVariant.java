package org.dharch.benchmarks.site;

import java.util.List;
import org.dharch.cli.run.HandlerArrangement;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;

/**
 * One way to run handlers, and the service that runs them so. Immutable.
 *
 * @param name as in results; also the orchestration's name
 * @param service the service's
 * @param distributed whether the handlers run in DHArch; otherwise in Axis2's own chain
 * @param stages what runs at the same time, one stage after another
 */
public record HandlerVariant(String name, String service, boolean distributed, List<List<String>> stages)
    implements HandlerArrangement {
  public HandlerVariant {
    stages = stages.stream().map(List::copyOf).toList();
  }

  /**
   * A way in DHArch.
   *
   * @param plan stages by blanks, what runs at the same time by commas: {@code A,B C}
   */
  public static HandlerVariant distributed(String name, String service, String plan) {
    return new HandlerVariant(name, service, true, HandlerArrangement.stages(plan));
  }

  /** Axis2's own chain. */
  public static HandlerVariant chain(String name, String service, String plan) {
    return new HandlerVariant(name, service, false, HandlerArrangement.stages(plan));
  }

  /** Its stages as the planner knows them. */
  public Orchestration orchestration() {
    return Orchestration.of(
        name,
        stages.stream()
            .map(stage -> Stage.of(stage.toArray(String[]::new)))
            .toArray(Construct[]::new));
  }
}
