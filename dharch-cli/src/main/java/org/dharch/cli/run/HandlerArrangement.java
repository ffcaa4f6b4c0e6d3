package org.dharch.cli.run;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** How the handlers of one service run; for the demo and the benchmarks. Immutable. */
public interface HandlerArrangement {
  /** As in reports; also the orchestration's name. */
  String name();

  /** The name of the service that runs its handlers so. */
  String service();

  /** Whether the handlers run in DHArch; otherwise in Axis2's own chain. */
  boolean distributed();

  /** The handlers that run in parallel, one stage after another. */
  List<List<String>> stages();

  /** In the paper's notation. */
  default String plan() {
    boolean sequential = stages().stream().allMatch(stage -> stage.size() == 1);
    return stages().stream()
        .map(stage -> String.join(",", stage))
        .map(stage -> sequential ? stage : "{" + stage + "}")
        .collect(Collectors.joining(" "));
  }

  /**
   * Reads stages.
   *
   * @param text stages by blanks, what runs at the same time by commas: {@code A,B C}
   */
  static List<List<String>> stages(String text) {
    return Arrays.stream(text.split(" ")).map(stage -> List.of(stage.split(","))).toList();
  }
}
