package org.dharch.benchmarks.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The equations with the paper's own figures, where it has them. */
class ModelTest {
  private static final Map<String, Double> TABLE_1 = Map.of("WSRF", 65.24, "WS-Eventing", 51.38);
  private static final double REST = 44.61;

  @Test
  void tableOne() {
    assertEquals(161.23, Model.sequential(REST, TABLE_1.values()), 1e-9);
    Way parallel = Way.distributed("p", "P", "WSRF,WS-Eventing");
    assertEquals(109.85, Model.stages(REST, parallel.stages(), TABLE_1), 1e-9);
    Way sequential = Way.distributed("s", "S", "WSRF WS-Eventing");
    assertEquals(161.23, Model.stages(REST, sequential.stages(), TABLE_1), 1e-9);
  }

  @Test
  void coresBoundWhatParallelHandlersGain() {
    Way all = Way.distributed("a", "A", "A,B,C");
    Map<String, Double> work = Map.of("A", 10.0, "B", 10.0, "C", 4.0);
    assertEquals(25, Model.coreBound(1, all.stages(), work, 1));
    assertEquals(13, Model.coreBound(1, all.stages(), work, 2));
    assertEquals(11, Model.coreBound(1, all.stages(), work, 8));
  }

  @Test
  void pipelining() {
    assertEquals(5 + (3 - 1 + 10) * 2.0, Model.pipelineSequential(5, 3, 10, 2));
    assertEquals(5 + 10 * 2.0, Model.pipelineParallel(5, 10, 2));
  }

  @Test
  void aPlanReadsAsInThePaper() {
    assertEquals("{A,C} {B,D} {E}", Way.distributed("w", "W", "A,C B,D E").plan());
    assertEquals("A B C D E", Way.chain("w", "W", "A B C D E").plan());
    assertEquals(
        List.of(List.of("A", "C"), List.of("B", "D"), List.of("E")),
        Way.distributed("w", "W", "A,C B,D E").stages());
  }
}
