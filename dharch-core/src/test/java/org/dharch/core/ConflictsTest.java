package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** Fault E7: who gives way when two handlers of a stage want the same, and what becomes of it. */
class ConflictsTest {
  private static final HandlerEntry MUST = HandlerEntry.of("must");
  private static final HandlerEntry MAY = HandlerEntry.of("may").mustPerform(false);
  private static final DeclaredPart P = new DeclaredPart.Property("p");

  private static Bench bench(HandlerEntry... stage) {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(stage)));
    bench.node("n", "must", "may", "undo");
    bench.accepted("m");
    return bench;
  }

  private static Changes sets(Object value) {
    return Changes.builder().property("p", value).build();
  }

  private static void assertOrderKept(Bench bench) {
    assertEquals("must", bench.completed("m").properties().text("p", ""));
    assertEquals(1, bench.counter(Counter.CONFLICTS));
    assertEquals(1, bench.counter(Counter.SKIPPED));
  }

  @Test
  void optionalHandlerYieldsAtAnyPosition() {
    for (HandlerEntry[] stage : new HandlerEntry[][] {{MUST, MAY}, {MAY, MUST}}) {
      Bench bench = bench(stage);
      Bench.Sent batch = bench.batch();
      bench.changed(batch, "may", sets("may"));
      bench.changed(batch, "must", sets("must"));
      assertOrderKept(bench);
    }
  }

  @Test
  void ofEqualsTheLaterGivesWay() {
    Bench bench = bench(MUST, HandlerEntry.of("may"));
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "may", sets("may"));
    bench.changed(batch, "must", sets("must"));
    assertEquals("may", bench.fault("m").handler());
    assertEquals(Fault.Code.CONFLICT, bench.fault("m").code());
  }

  @Test
  void anOptionalReaderGivesWayToOneThatDeclaresNothing() {
    Bench bench = bench(MAY.access(Access.of(Set.of(P), Set.of())), MUST);
    Bench.Sent batch = bench.batch();
    bench.performed(batch, "may");
    bench.changed(batch, "must", sets("must"));
    assertOrderKept(bench);
  }

  @Test
  void aReaderThatFailedOrIsNotAwaitedIsInNobodysWay() {
    HandlerEntry reader = MAY.access(Access.of(Set.of(P), Set.of()));
    Bench bench = bench(reader, MUST);
    Bench.Sent batch = bench.batch();
    bench.failed(batch, "may", "it just fails");
    bench.changed(batch, "must", sets("must"));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    bench = bench(reader.oneway(true), MUST);
    batch = bench.batch();
    bench.changed(batch, "must", sets("must"));
    assertEquals("must", bench.completed("m").properties().text("p", ""));
    assertEquals(0, bench.counter(Counter.CONFLICTS));
  }

  @Test
  void anOptionalWhoseResultIsDroppedIsUndoneAndNotTriedAgain() {
    HandlerEntry compensated =
        MAY.atomicity(Atomicity.QUASI_ATOMIC)
            .compensator("undo")
            .retry(new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1)));
    Bench bench = bench(compensated, MUST);
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "may", sets("may"));
    bench.changed(batch, "must", sets("must"));
    assertTrue(bench.outcome("m").isEmpty(), "not before what it did is compensated");
    bench.performed(bench.batch(), "undo");
    assertOrderKept(bench);
    assertEquals(1, bench.counter(Counter.COMPENSATED));
  }

  @Test
  void soIsOneWhoseResultDoesNotFit() {
    HandlerEntry compensated = MAY.atomicity(Atomicity.ATOMIC).compensator("undo");
    Bench bench = bench(compensated);
    bench.changed(bench.batch(), "may", Changes.builder().addHeader(bytes("<a>")).build());
    bench.performed(bench.batch(), "undo");
    assertEquals(text(Bench.ENVELOPE), text(bench.completed("m").envelope()));
  }

  @Test
  void oneThatMustPerformIsUndoneWhenTheMessageHalts() {
    HandlerEntry compensated = MUST.atomicity(Atomicity.QUASI_ATOMIC).compensator("undo");
    Bench bench = bench(HandlerEntry.of("may"), compensated);
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "may", sets("may"));
    bench.changed(batch, "must", sets("must"));
    bench.performed(bench.batch(), "undo");
    assertEquals("must", bench.fault("m").handler());
    assertEquals(1, bench.counter(Counter.COMPENSATED));
  }
}
