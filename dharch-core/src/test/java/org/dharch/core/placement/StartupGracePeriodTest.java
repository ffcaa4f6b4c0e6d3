package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.dharch.api.MessageId;
import org.dharch.core.Bench;
import org.dharch.core.Submissions;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;

/** Messages that come right after their manager's start, before its nodes. */
class StartupGracePeriodTest {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final DHManagerConfig CONFIG = DHManagerConfig.DEFAULT.startGrace(GRACE);
  private static final Orchestrations BOTH =
      Orchestrations.of(
          List.of(
              Orchestration.of("a", Stage.of("A")),
              Orchestration.of("b", Stage.of("B")),
              Orchestration.of("ab", Stage.of("A"), Stage.of("B"))),
          List.of(Rule.all(Direction.IN, "a")));

  private final Bench bench = new Bench(CONFIG.concurrencyLimit(1).queueBound(3), BOTH);

  private Admission admit(String context, String orchestration) {
    return bench.manager.admit(
        bench.gateway, context, Submissions.named(Direction.IN, "", orchestration));
  }

  private MessageId accepted(String context, String orchestration) {
    return assertInstanceOf(Admission.Accepted.class, admit(context, orchestration)).id();
  }

  private Fault.Code code(String context) {
    return bench.fault(context).code();
  }

  @Test
  void messageContinuesAtOnceWhenItsNodesJoin() {
    accepted("first", "ab");
    accepted("second", "ab");
    bench.advance(GRACE.minusMillis(1));
    bench.node("a", "A");
    assertEquals(List.of(), bench.batches(), "B is not there");
    bench.node("b", "B");
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("first"), "in their order");
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("second"));
    assertEquals(List.of(), bench.manager.storedMessages().failed());
  }

  @Test
  void withoutNodesItEndsWithTheGraceAndLaterOnesAreRefusedAtOnce() {
    accepted("early", "a");
    bench.advance(GRACE.minusMillis(1));
    assertEquals(1, bench.manager.status().waiting());
    bench.advance(Duration.ofMillis(1));
    assertEquals(Fault.Code.NOT_SERVED, code("early"));
    assertEquals("A", bench.fault("early").handler());
    assertEquals(1, bench.manager.storedMessages().failed().size());
    assertInstanceOf(Admission.Refused.class, admit("late", "a"));
    assertEquals(0, bench.manager.status().waiting());
  }

  @Test
  void itsDeadlineBoundsItAsWell() {
    bench.manager.admit(bench.gateway, "hurried", Submissions.operation("", Duration.ofMillis(50)));
    bench.advance(Duration.ofMillis(50));
    assertEquals(Fault.Code.DEADLINE, code("hurried"));
    assertEquals(0, bench.manager.status().waiting());
  }

  @Test
  void itIsInNobodysWay() {
    accepted("early", "b");
    bench.node("a", "A");
    accepted("later", "a");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("later"));
    assertEquals(1, bench.manager.status().waiting());
  }

  @Test
  void itTakesAPlace() {
    for (int i = 0; i < 3; i++) {
      accepted("m" + i, "a");
    }
    assertInstanceOf(Admission.Busy.class, admit("one too many", "a"));
    assertTrue(bench.manager.busy().isPresent());
  }

  /** Seed 9,975 of the simulation: one of these took the place of one of the others. */
  @Test
  void whatBelongsToARequestTakesNoneOfThePlacesOfTheOthers() {
    Submission answer = Submissions.named(Direction.OUT, "", "a").within(new MessageId(1, 2));
    assertInstanceOf(
        Admission.Accepted.class, bench.manager.admit(bench.gateway, "answer", answer));
    itTakesAPlace();
    assertEquals(3, bench.manager.status().waiting());
    bench.node("a", "A");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("answer"), "before the others");
  }

  @Test
  void itCanBeWithdrawnAndEndsWithItsManager() {
    bench.manager.cancel(accepted("withdrawn", "a"));
    assertEquals(Fault.Code.CANCELLED, code("withdrawn"));
    accepted("left", "a");
    bench.manager.close();
    assertEquals(Fault.Code.SHUT_DOWN, code("left"));
  }

  @Test
  void zeroSwitchesItOffAndMoreThanAMinuteIsRefused() {
    Bench none = new Bench(CONFIG.startGrace(Duration.ZERO), Orchestration.of("o", Stage.of("A")));
    assertInstanceOf(Admission.Refused.class, none.admit("m"));
    assertThrows(
        IllegalArgumentException.class, () -> CONFIG.startGrace(Duration.ofMillis(60_001)));
  }

  /** It is over for the request too, which may call others instead. */
  @Test
  void aCallWithinARequestThatEndsWithTheGraceMakesRoomForAnother() {
    Bench within =
        new Bench(CONFIG.flow(FlowControl.DEFAULT.scope(ConcurrencyLimitScope.REQUEST)), BOTH);
    within.node("a", "A");
    Submission request = Submissions.named(Direction.IN, "", "a");
    MessageId outer =
        assertInstanceOf(
                Admission.Accepted.class, within.manager.admit(within.gateway, "outer", request))
            .id();
    within.performed(within.batch(), "A");
    for (int i = 0; i < NestedCalls.MOST; i++) {
      Submission call = Submissions.named(Direction.IN, "", "b").withinHeader(outer.toString());
      assertInstanceOf(
          Admission.Accepted.class, within.manager.admit(within.gateway, "call " + i, call));
    }
    within.advance(GRACE);
    assertEquals(Fault.Code.NOT_SERVED, within.fault("call 0").code());
    Submission another = request.withinHeader(outer.toString());
    assertInstanceOf(
        Admission.Accepted.class, within.manager.admit(within.gateway, "another", another));
  }
}
