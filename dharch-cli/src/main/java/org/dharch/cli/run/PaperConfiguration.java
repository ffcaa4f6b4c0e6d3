package org.dharch.cli.run;

import java.util.List;
import org.dharch.samples.SampleHandlers;

/**
 * One of the paper's six configurations of its five handlers (seed 000, section 4.1).
 *
 * @param number 1 to 6; 1 is Axis2's own chain
 * @param name in reports and of the orchestration
 * @param stages the stages in order; the handlers of a stage run in parallel
 * @param service the service with these handlers
 */
record PaperConfiguration(int number, String name, List<List<String>> stages, String service)
    implements HandlerArrangement {
  static final List<PaperConfiguration> ALL =
      List.of(
          of(1, "axis2-sequential", "A B C D E"),
          of(2, "dharch-sequential", "A B C D E"),
          of(3, "dharch-ac-bd-e", "A,C B,D E"),
          of(4, "dharch-ab-cd-e", "A,B C,D E"),
          of(5, "dharch-abcd-e", "A,B,C,D E"),
          of(6, "dharch-parallel", "A,B,C,D,E"));

  /** The same with waits instead of the handlers. */
  static final List<PaperConfiguration> SIMULATED =
      ALL.stream().map(PaperConfiguration::simulated).toList();

  private static PaperConfiguration of(int number, String name, String stages) {
    return new PaperConfiguration(
        number, name, HandlerArrangement.stages(stages), "Sample" + number);
  }

  private PaperConfiguration simulated() {
    List<List<String>> waits =
        stages.stream()
            .map(stage -> stage.stream().map(SampleHandlers::simulated).toList())
            .toList();
    return new PaperConfiguration(number, "simulated-" + name, waits, "Simulated" + number);
  }

  /** The corresponding one of {@link #ALL}, for reports. */
  PaperConfiguration real() {
    return ALL.get(number - 1);
  }

  @Override
  public boolean distributed() {
    return number > 1;
  }
}
