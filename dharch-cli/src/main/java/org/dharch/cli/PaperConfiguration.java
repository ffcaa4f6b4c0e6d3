package org.dharch.cli;

import java.util.List;

/**
 * One of the six ways in which the paper runs its five handlers (seed 000, section 4.1).
 *
 * @param number 1 to 6; 1 is Axis2's own chain
 * @param name as in reports; also the orchestration's name
 * @param stages what runs at the same time, one stage after another
 * @param service the service that runs its handlers in this way
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

  private static PaperConfiguration of(int number, String name, String stages) {
    return new PaperConfiguration(
        number, name, HandlerArrangement.stages(stages), "Sample" + number);
  }

  @Override
  public boolean distributed() {
    return number > 1;
  }
}
