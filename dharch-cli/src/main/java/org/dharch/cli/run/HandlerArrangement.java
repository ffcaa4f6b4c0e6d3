package org.dharch.cli.run;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** How the handlers of one service run; for the demo and the benchmarks. Immutable. */
public interface HandlerArrangement {
  /** The name in reports and of the orchestration. */
  String name();

  /** The name of the service. */
  String service();

  /** Whether the handlers run in DHArch; otherwise in Axis2's own chain. */
  boolean distributed();

  /** The stages in order; the handlers of a stage run in parallel. */
  List<List<String>> stages();

  /** The stages in the paper's notation. */
  default String plan() {
    boolean sequential = stages().stream().allMatch(stage -> stage.size() == 1);
    return stages().stream()
        .map(stage -> String.join(",", stage))
        .map(stage -> sequential ? stage : "{" + stage + "}")
        .collect(Collectors.joining(" "));
  }

  /**
   * Parses stages.
   *
   * @param text stages separated by blanks, parallel handlers by commas: {@code A,B C}
   */
  static List<List<String>> stages(String text) {
    return Arrays.stream(text.split(" ")).map(stage -> List.of(stage.split(","))).toList();
  }
}
