package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.samples.SampleHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SampleNodesTest {
  @TempDir Path folder;

  @Test
  void handlersAreAssignedRoundRobin() {
    assertEquals(List.of("A", "B", "C", "D", "E"), names(5));
    assertEquals(List.of("AD", "BE", "C"), names(3));
    assertEquals(List.of("ABCDE"), names(1));
    assertEquals(List.of("A", "B", "C", "D", "E", "A", "B"), names(7));
  }

  private List<String> names(int nodes) {
    Map<String, List<SampleHandlers.Spec>> dealt =
        SampleNodes.deal(SampleHandlers.standard(folder), nodes);
    return dealt.values().stream()
        .map(all -> String.join("", all.stream().map(SampleHandlers.Spec::name).toList()))
        .toList();
  }
}
