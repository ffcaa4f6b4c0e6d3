package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.junit.jupiter.api.Test;

/**
 * Fault E2: whatever goes wrong between two stages, what has performed is compensated before the
 * message halts, and what a handler says is left can do no more than be refused.
 */
class ConditionFaultTest {
  private static final HandlerEntry A =
      HandlerEntry.of("A").atomicity(Atomicity.ATOMIC).compensator("undoA");

  private static Changes rest(String text) {
    return Changes.builder().property(MessageProperties.REST, text).build();
  }

  private static Bench bench(Orchestration orchestration) {
    Bench bench = new Bench(orchestration);
    bench.node("n", "A", "B", "C", "undoA");
    bench.accepted("m");
    return bench;
  }

  private static void compensated(Bench bench) {
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("undoA"), compensation.handlers());
    assertTrue(bench.outcome("m").isEmpty(), "not before it is compensated");
    bench.performed(compensation, "undoA");
    assertInstanceOf(Outcome.Failed.class, bench.outcomes.get("m"));
    assertEquals(1, bench.counter(Counter.COMPENSATED));
  }

  @Test
  void aConditionThatCannotBeEvaluatedUnwinds() {
    XPathCondition condition = new XPathCondition("//x", Map.of());
    Bench bench = bench(Orchestration.of("o", Stage.of(A), Choose.when(condition, Stage.of("B"))));
    // a name since XML's fifth edition, which the JDK's parser does not know
    byte[] name = bytes("<\u0220 xmlns='u'/>");
    bench.changed(bench.batch(), "A", Changes.builder().addHeader(name).build());
    compensated(bench);
    assertEquals(Fault.Code.MALFORMED, bench.fault("m").code());
  }

  @Test
  void anInternalErrorUnwinds() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A), Stage.of("B")));
    bench.performed(bench.batch(), "A");
    bench.onLook =
        () -> {
          boolean merging =
              StackWalker.getInstance()
                  .walk(frames -> frames.anyMatch(f -> f.getClassName().endsWith("StageMerge")));
          if (merging) {
            throw new IllegalStateException("a defect");
          }
        };
    bench.changed(bench.batch(), "B", Changes.builder().property("p", 1).build());
    compensated(bench);
    assertTrue(bench.fault("m").reason().contains("a defect"), bench.fault("m").reason());
  }

  @Test
  void aRestDoesNoHarmButIsRefused() {
    List<String> tests =
        List.of(
            "key('a','b')",
            "$x",
            "count(1)",
            "//x[. = $v]",
            "((",
            "1" + "+1".repeat(9000),
            "(".repeat(9000) + "1" + ")".repeat(9000),
            "//x[".repeat(9000),
            "- ".repeat(9000) + "1");
    for (String test : tests) {
      Bench bench = bench(Orchestration.of("o", Stage.of(A), Stage.of("B")));
      String when = "<choose><when test=\"" + test + "\"><handler name='C'/></when></choose>";
      bench.changed(
          bench.batch(), "A", rest("<rest xmlns='urn:dharch:orchestration:1'>" + when + "</rest>"));
      while (bench.large.size() > 0) { // a long one is read elsewhere
        bench.large.doNext();
      }
      bench.performed(bench.batch(), "B");
      assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"), test);
      assertEquals(1, bench.counter(Counter.CHANGES_REFUSED), test);
      assertEquals(0, bench.counter(Counter.ERRORS), test);
      String notes = bench.completed("m").timeline().notes().toString();
      assertTrue(notes.contains("rest:1:"), "with line and column: " + notes);
    }
  }

  /** Fault E9: cut after 1,000 rounds, it completed. */
  @Test
  void aRestThatLoopsToItselfHaltsTheMessage() {
    String again = OrchestrationWriter.rest(Sequence.of(Stage.of("B")));
    Bench bench = bench(Orchestration.of("o", Stage.of(A), Stage.of("B")));
    bench.performed(bench.batch(), "A");
    int rounds = 0;
    Bench.Sent batch = bench.batch();
    while (batch.handlers().contains("B")) {
      rounds++;
      bench.changed(batch, "B", rest(again));
      batch = bench.batch();
    }
    assertEquals(Orchestration.MAX_HANDLERS, 1 + rounds);
    bench.performed(batch, "undoA");
    assertTrue(bench.fault("m").reason().contains("repeat without end"), bench.fault("m").reason());
  }
}
