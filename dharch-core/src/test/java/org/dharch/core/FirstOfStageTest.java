package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** A stage that goes on with the first of its handlers that performs. */
class FirstOfStageTest {
  private static final HandlerEntry A = HandlerEntry.of("A");
  private static final HandlerEntry B = HandlerEntry.of("B");
  private static final HandlerEntry MAY_A = A.mustPerform(false);
  private static final HandlerEntry MAY_B = B.mustPerform(false);

  private Bench bench;
  private Bench.Sent toA;
  private Bench.Sent toB;

  private void begin(HandlerEntry a, HandlerEntry b) {
    bench = new Bench(Orchestration.of("o", Stage.firstOf(a, b), Stage.of("C")));
    bench.node("a", "A");
    bench.node("b", "B");
    bench.node("c", "C");
    bench.accepted("m");
    sort();
  }

  private void sort() {
    for (Bench.Sent sent : bench.batches()) {
      if (sent.handlers().equals(Set.of("A"))) {
        toA = sent;
      } else {
        toB = sent;
      }
    }
  }

  private static Changes sets(String property) {
    return Changes.builder().property(property, "set").build();
  }

  private void theLastPerforms() {
    bench.performed(bench.batch(), "C");
  }

  private boolean isSet(String property) {
    return !bench.completed("m").properties().text(property, "").isEmpty();
  }

  private boolean isNoted(String text) {
    return bench.completed("m").timeline().notes().stream().anyMatch(n -> n.contains(text));
  }

  @Test
  void theFirstIsEnoughAndTheOtherIsNotWaitedFor() {
    begin(A, B);
    bench.changed(toB, "B", sets("b"));
    Bench.Sent next = bench.batch();
    assertEquals(Set.of("C"), next.handlers());
    bench.changed(toA, "A", sets("a"));
    assertEquals(1, bench.counter(Counter.RESULTS_IGNORED));
    bench.performed(next, "C");
    assertTrue(isSet("b"));
    assertFalse(isSet("a"));
    assertTrue(isNoted("stage 1 continues with handler 'B' on b~1, the first"));
    assertTrue(
        bench.completed("m").timeline().attempts().stream()
            .anyMatch(a -> a.handler().equals("A") && a.result().equals("superseded")));
    assertEquals(0, ManagerProbe.of(bench.manager).burden());
  }

  @Test
  void ifOneFailsTheOtherIsWaitedFor() {
    begin(A, B);
    bench.failed(toA, "A", "full");
    assertEquals(Optional.empty(), bench.outcome("m"));
    bench.changed(toB, "B", sets("b"));
    theLastPerforms();
    assertTrue(isSet("b"));
    assertTrue(isNoted("skipped: HANDLER_FAILED in handler 'A': full"));
  }

  @Test
  void ifAllFailTheMessageHaltsWithTheFirstFault() {
    begin(A, B);
    bench.failed(toB, "B", "late");
    assertEquals(Optional.empty(), bench.outcome("m"));
    bench.failed(toA, "A", "full");
    assertEquals(new Fault(Fault.Code.HANDLER_FAILED, "A", "full"), bench.fault("m"));
  }

  @Test
  void messageContinuesIfNoHandlerMustPerform() {
    begin(MAY_A, MAY_B);
    bench.failed(toB, "B", "late");
    bench.failed(toA, "A", "full");
    theLastPerforms();
    assertEquals(2, bench.counter(Counter.SKIPPED));
  }

  @Test
  void unservedAlternativeIsNotRequired() {
    bench = new Bench(Orchestration.of("o", Stage.firstOf(A, B), Stage.of("C")));
    bench.node("b", "B", "C");
    bench.accepted("m");
    sort();
    bench.performed(toB, "B");
    theLastPerforms();
    assertTrue(isNoted("skipped: NOT_SERVED in handler 'A'"));
  }

  @Test
  void whatIsTriedAgainIsOvertakenToo() {
    begin(A.retry(new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(1))), B);
    bench.failed(toA, "A", "full");
    bench.performed(toB, "B");
    theLastPerforms();
    bench.advance(Duration.ofSeconds(5));
    assertTrue(bench.batches().isEmpty());
  }

  @Test
  void bothMayDeclareTheSame() {
    Access body = Access.of(Set.of(new DeclaredPart.Body()), Set.of(new DeclaredPart.Body()));
    begin(A.access(body), B.access(body));
    bench.performed(toA, "A");
    theLastPerforms();
    assertTrue(bench.completed("m").timeline().notes().size() == 1);
  }

  @Test
  void whatTheFirstMadeAloneMayBeRefusedAndThenTheNextIsTheFirst() {
    Access little = Access.of(Set.of(), Set.of(new DeclaredPart.Property("a")));
    begin(A.access(little), B);
    bench.changed(toA, "A", sets("other"));
    assertEquals(1, bench.counter(Counter.CONFLICTS));
    bench.changed(toB, "B", sets("b"));
    theLastPerforms();
    assertTrue(isSet("b"));
    assertFalse(isSet("other"));
  }
}
