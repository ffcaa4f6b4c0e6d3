package org.dharch.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One of the six ways in which the paper runs its five handlers (seed 000, section 4.1).
 *
 * @param number 1 to 6
 * @param name as in reports; also the orchestration's name
 * @param stages what runs at the same time, one stage after another; ignored for Axis2's own chain
 * @param service the service that runs its handlers in this way
 */
record Configuration(int number, String name, List<List<String>> stages, String service) {
  static final List<Configuration> PAPER =
      List.of(
          of(1, "axis2-sequential", "A B C D E"),
          of(2, "dharch-sequential", "A B C D E"),
          of(3, "dharch-ac-bd-e", "A,C B,D E"),
          of(4, "dharch-ab-cd-e", "A,B C,D E"),
          of(5, "dharch-abcd-e", "A,B,C,D E"),
          of(6, "dharch-parallel", "A,B,C,D,E"));

  private static Configuration of(int number, String name, String stages) {
    return new Configuration(
        number,
        name,
        Arrays.stream(stages.split(" ")).map(stage -> List.of(stage.split(","))).toList(),
        "Sample" + number);
  }

  /** Whether the handlers run in DHArch; otherwise in Axis2's own chain. */
  boolean distributed() {
    return number > 1;
  }

  /** In the paper's notation. */
  String plan() {
    boolean sequential = stages.stream().allMatch(stage -> stage.size() == 1);
    return stages.stream()
        .map(stage -> String.join(",", stage))
        .map(stage -> sequential ? stage : "{" + stage + "}")
        .collect(Collectors.joining(" "));
  }
}
