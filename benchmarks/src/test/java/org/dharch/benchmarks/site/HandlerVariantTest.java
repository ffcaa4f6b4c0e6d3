package org.dharch.benchmarks.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Prediction;
import org.dharch.core.planner.Times;
import org.junit.jupiter.api.Test;

/** Tests the planner's predictions for variants against the paper's figures. */
class HandlerVariantTest {
  private static final Times TABLE_1 =
      new Times(
          44.61,
          Map.of(
              "WSRF", HandlerTimes.of(65.24, 0, 0), "WS-Eventing", HandlerTimes.of(51.38, 0, 0)));

  private static Prediction predict(HandlerVariant variant, Times times) {
    return Planner.predict(variant.orchestration(), times);
  }

  @Test
  void tableOne() {
    HandlerVariant chain = HandlerVariant.chain("c", "C", "WSRF WS-Eventing");
    assertEquals(161.23, predict(chain, TABLE_1).container(), 1e-9);
    HandlerVariant parallel = HandlerVariant.distributed("p", "P", "WSRF,WS-Eventing");
    assertEquals(109.85, predict(parallel, TABLE_1).stages(), 1e-9);
    HandlerVariant sequential = HandlerVariant.distributed("s", "S", "WSRF WS-Eventing");
    assertEquals(161.23, predict(sequential, TABLE_1).stages(), 1e-9);
  }

  @Test
  void pipelining() {
    HandlerTimes each = HandlerTimes.of(2, 0, 0);
    Times equal = new Times(5, Map.of("A", each, "B", each, "C", each));
    HandlerVariant sequential = HandlerVariant.distributed("s", "S", "A B C");
    assertEquals(5 + (3 - 1 + 10) * 2.0, predict(sequential, equal).pipelinedStages(10));
    HandlerVariant parallel = HandlerVariant.distributed("p", "P", "A,B,C");
    assertEquals(5 + 10 * 2.0, predict(parallel, equal).pipelinedStages(10));
  }

  @Test
  void planReadsAsInThePaper() {
    assertEquals("{A,C} {B,D} {E}", HandlerVariant.distributed("w", "W", "A,C B,D E").plan());
    assertEquals("A B C D E", HandlerVariant.chain("w", "W", "A B C D E").plan());
    assertEquals(
        List.of(List.of("A", "C"), List.of("B", "D"), List.of("E")),
        HandlerVariant.distributed("w", "W", "A,C B,D E").stages());
    assertEquals(
        "{A,C} {B,D} {E}",
        HandlerVariant.distributed("w", "W", "A,C B,D E").orchestration().notation());
  }
}
