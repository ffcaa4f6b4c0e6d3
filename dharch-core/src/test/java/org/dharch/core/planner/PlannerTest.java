package org.dharch.core.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.junit.jupiter.api.Test;

class PlannerTest {
  /** reads|writes, each a list of properties. */
  private static HandlerEntry handler(String name, String reads, String writes) {
    return HandlerEntry.of(name).access(Access.of(parts(reads), parts(writes)));
  }

  private static Set<DeclaredPart> parts(String names) {
    return Stream.of(names.split(",", -1))
        .filter(name -> !name.isEmpty())
        .map(DeclaredPart.Property::new)
        .collect(Collectors.toSet());
  }

  private static Times times(Map<String, Double> tcomp) {
    return new Times(
        10,
        tcomp.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, e -> HandlerTimes.of(e.getValue(), 1, 0.5))));
  }

  private static Orchestration row(HandlerEntry... handlers) {
    return Orchestration.of("o", Stream.of(handlers).map(Stage::of).toArray(Construct[]::new));
  }

  private static Plan plan(Orchestration orchestration, Times times) {
    return Planner.plan(orchestration, Policy.NONE, times);
  }

  @Test
  void findsTheBestStagesByThePapersEquations() {
    Orchestration now =
        row(
            handler("A", "", "x"),
            handler("B", "x", ""),
            handler("C", "", "y"),
            handler("D", "y", "z"));
    Plan plan = plan(now, times(Map.of("A", 30.0, "B", 5.0, "C", 28.0, "D", 6.0)));
    assertEquals("{A,C} {B,D}", plan.proposed().notation());
    assertEquals(true, plan.exact());
    assertEquals(new Prediction(79, 85, 85, 82, 83.5, 31.5), plan.before());
    assertEquals(
        new Prediction(79, 85, 10 + 31.5 + 7.5, 10 + 31.5 + 6.5, 10 + 31.5 + 7.5, 31.5),
        plan.after());
    assertEquals(79 / 49.0, plan.after().speedUp(), 1e-9);
    assertEquals(49 + 99 * 31.5, plan.after().pipelinedStages(100), 1e-9);
    assertEquals(85 + 99 * 31.5, plan.after().pipelinedSequence(100), 1e-9);
    assertEquals(
        """
        A B ORDERED B reads property x, which A writes
        A C FREE neither writes what the other reads or writes
        A D FREE neither writes what the other reads or writes
        B C FREE neither writes what the other reads or writes
        B D FREE neither writes what the other reads or writes
        C D ORDERED D reads property y, which C writes\
        """,
        said(plan));
  }

  private static double saved(Construct... parts) {
    Times times = times(Map.of("A", 3.0, "B", 3.0, "C", 3.0, "D", 3.0));
    Prediction of = Planner.predict(Orchestration.of("o", parts), times);
    return of.stages() - of.speculative();
  }

  @Test
  void speculativeStagesSaveTheirRoundTrips() {
    HandlerEntry a = handler("A", "", "a");
    HandlerEntry b = handler("B", "", "b");
    HandlerEntry c = handler("C", "", "c");
    HandlerEntry stateful = c.atomicity(Atomicity.NON_ATOMIC);
    assertEquals(2, saved(Stage.of(a), Stage.of(b), Stage.of(c)), 1e-9);
    assertEquals(1, saved(Stage.of(a, b), Sequence.of(List.of(Stage.of(c)))), 1e-9);
    assertEquals(0, saved(Stage.of(a, b, c)), 1e-9);
    // a stateful one begins its own visit, and no other is bound to a node that is not the visit's
    assertEquals(1, saved(Stage.of(a), Stage.of(stateful), Stage.of(b)), 1e-9);
    assertEquals(0, saved(Stage.of(a), Stage.of(b.node("n"))), 1e-9);
    assertEquals(1, saved(Stage.of(a.node("n")), Stage.of(b.node("n"))), 1e-9);
    assertEquals(0, saved(Stage.of(a.node("m")), Stage.of(b.node("n"))), 1e-9);
    HandlerEntry notice = handler("D", "d", "").oneway(true);
    assertEquals(0, saved(Stage.of(a, notice), Stage.of(b)), 1e-9);
    // the manager evaluates conditions
    assertEquals(
        3 * 1,
        saved(
            Stage.of(a),
            new Repeat(3, Optional.empty(), Sequence.of(List.of(Stage.of(b), Stage.of(c)))),
            Stage.of(handler("D", "", "d"))),
        1e-9);
  }

  private static double savedByForwarding(Construct... parts) {
    Times times = times(Map.of("A", 3.0, "B", 3.0, "C", 3.0, "D", 3.0));
    Prediction of = Planner.predict(Orchestration.of("o", parts), times);
    return of.stages() - of.forwarded();
  }

  @Test
  void forwardedStagesCostOneWayEach() {
    HandlerEntry a = handler("A", "", "a");
    HandlerEntry b = handler("B", "", "b");
    HandlerEntry c = handler("C", "", "c");
    HandlerEntry d = handler("D", "", "d");
    assertEquals(1.5, savedByForwarding(Stage.of(a), Stage.of(b), Stage.of(c), Stage.of(d)), 1e-9);
    assertEquals(0.5, savedByForwarding(Stage.of(a, b), Stage.of(c)), 1e-9);
    assertEquals(1, savedByForwarding(Stage.of(a), Stage.of(b, c), Stage.of(d)), 1e-9);
    assertEquals(0, savedByForwarding(Stage.of(a, b), Stage.of(c, d)), 1e-9);
    HandlerEntry stateful = b.atomicity(Atomicity.NON_ATOMIC);
    assertEquals(0.5, savedByForwarding(Stage.of(a), Stage.of(stateful), Stage.of(c)), 1e-9);
    assertEquals(
        0,
        savedByForwarding(
            Stage.of(a), new Repeat(2, Optional.empty(), Sequence.of(List.of(Stage.of(b))))),
        1e-9);
    Times times = times(Map.of("A", 3.0, "B", 3.0));
    Prediction never =
        Planner.predict(
            Orchestration.of("o", Stage.of(a), Stage.of(b)).direct(Direct.NEVER), times);
    assertEquals(never.stages(), never.forwarded());
  }

  private static String said(Plan plan) {
    return plan.relations().stream()
        .map(r -> r.first() + " " + r.second() + " " + r.kind() + " " + r.reason())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void equationsSixAndSevenForEqualHandlers() {
    HandlerEntry[] four =
        Stream.of("A", "B", "C", "D").map(n -> handler(n, "", n)).toArray(HandlerEntry[]::new);
    Plan plan = plan(row(four), times(Map.of("A", 8.5, "B", 8.5, "C", 8.5, "D", 8.5)));
    assertEquals("{A,B,C,D}", plan.proposed().notation());
    // (6): Tcomp0 + (P - 1 + N) W; (7): Tcomp0 + N W
    assertEquals(10 + (4 - 1 + 50) * 10, plan.before().pipelinedStages(50), 1e-9);
    assertEquals(10 + (4 - 1 + 50) * 10, plan.after().pipelinedSequence(50), 1e-9);
    assertEquals(10 + 50 * 10, plan.after().pipelinedStages(50), 1e-9);
  }

  @Test
  void handlersStayOnTheirSideOfARespondingHandler() {
    Plan plan =
        plan(
            row(
                handler("A", "", "a"),
                handler("B", "", "b").mayRespond(true),
                handler("C", "", "c"),
                handler("D", "", "d")),
            times(Map.of("A", 30.0, "B", 5.0, "C", 28.0, "D", 6.0)));
    assertEquals("{A} {B} {C,D}", plan.proposed().notation());
    assertEquals(
        "A B ORDERED B may respond to the message", said(plan).lines().findFirst().orElseThrow());
  }

  /** Fault E9: {A} {B} {C} became {A,B,C}, whatever B would have put in C's place. */
  @Test
  void handlersStayOnTheirSideOfARestChangingHandler() {
    HandlerEntry changing = handler("B", "", MessageProperties.REST);
    Plan plan =
        plan(
            row(handler("A", "", "a"), changing, handler("C", "", "c"), handler("D", "", "d")),
            times(Map.of("A", 1.0, "B", 1.0, "C", 1.0, "D", 1.0)));
    assertEquals("{A} {B} {C,D}", plan.proposed().notation());
    assertEquals(
        """
        A B ORDERED B may change the message's remaining orchestration
        A C CHAINED B is between them
        A D CHAINED B is between them
        B C ORDERED B may change the message's remaining orchestration
        B D ORDERED B may change the message's remaining orchestration
        C D FREE neither writes what the other reads or writes\
        """,
        said(plan));
  }

  private static Orchestration twoRows() {
    return row(
        handler("A", "", "x"),
        handler("B", "", "y"),
        handler("C", "x", "z"),
        handler("D", "y", "w"));
  }

  @Test
  void independentRowsBecomeBranches() {
    Plan plan = plan(twoRows(), times(Map.of("A", 5.0, "B", 30.0, "C", 40.0, "D", 4.0)));
    assertEquals("{{A} {C},{B} {D}}", plan.proposed().notation());
    assertTrue(plan.exact());
    // A and C, with their ways, instead of B and C
    assertEquals(
        new Prediction(89, 95, 10 + 6.5 + 41.5, 10 + 6.5 + 41.5, 10 + 6.5 + 41.5, 41.5),
        plan.after());
    assertEquals(List.of(), plan.inContainer());
    // with a stage before them and one after
    Orchestration now =
        row(
            handler("S", "", "s"),
            handler("A", "s", "x"),
            handler("B", "s", "y"),
            handler("C", "x", "z"),
            handler("D", "y", "w"),
            handler("E", "z,w", ""));
    plan = plan(now, times(Map.of("S", 3.0, "A", 5.0, "B", 30.0, "C", 40.0, "D", 4.0, "E", 2.0)));
    assertEquals("{S} {{A} {C},{B} {D}} {E}", plan.proposed().notation());
    // equal times: no stage is waited for needlessly
    plan = plan(twoRows(), times(Map.of("A", 5.0, "B", 5.0, "C", 5.0, "D", 5.0)));
    assertEquals("{A,B} {C,D}", plan.proposed().notation());
  }

  @Test
  void branchesMustSaveMoreThanSpeculativeStages() {
    Times times =
        new Times(
            0,
            Map.of(
                "A", HandlerTimes.of(1, 5, 0),
                "B", HandlerTimes.of(3, 5, 0),
                "C", HandlerTimes.of(4, 5, 0),
                "D", HandlerTimes.of(1, 5, 0)));
    // 15 instead of 17, but 12 in one visit
    Plan plan = plan(twoRows(), times);
    assertEquals("{A,B} {C,D}", plan.proposed().notation());
    assertEquals(new Prediction(9, 29, 17, 12, 17, 9), plan.after());
    // what cannot go along with a visit gains nothing by it
    Orchestration stateful =
        row(
            handler("A", "", "x"),
            handler("B", "", "y"),
            handler("C", "x", "z").atomicity(Atomicity.ATOMIC).compensator("c"),
            handler("D", "y", "w").atomicity(Atomicity.ATOMIC).compensator("d"));
    assertEquals("{{A} {C},{B} {D}}", plan(stateful, times).proposed().notation());
  }

  @Test
  void handlersNotAllowedInBranchesStayInStages() {
    Map<String, Double> times = Map.of("A", 5.0, "B", 30.0, "C", 40.0, "D", 4.0, "E", 1.0);
    HandlerEntry a = handler("A", "", "x");
    HandlerEntry b = handler("B", "", "y");
    HandlerEntry c = handler("C", "x", "z");
    HandlerEntry d = handler("D", "y", "w");
    // handlers that may respond, or change the rest, and the handlers of their stage
    for (HandlerEntry e :
        List.of(
            handler("E", "", "e").mayRespond(true),
            handler("E", "", MessageProperties.REST),
            HandlerEntry.of("E"))) {
      Orchestration now = Orchestration.of("o", Stage.of(a, b), Stage.of(c, e), Stage.of(d));
      assertEquals(now, plan(now, times(times)).proposed(), e::toString);
    }
    // a handler that is met twice
    Orchestration twice =
        Orchestration.of("o", Stage.of(a), Stage.of(b), Stage.of(a), Stage.of(c), Stage.of(d));
    assertEquals("{A} {A} {{B} {D},{C}}", plan(twice, times(times)).proposed().notation());
    // those that are never together are in no two branches
    Policy apart = new Policy(List.of(new PolicyRule.Apart(Set.of("A", "B"))));
    Orchestration rows = row(a, b, c, d);
    Plan plan = Planner.plan(rows, apart, times(times));
    assertEquals("{A} {{B} {D},{C}}", plan.proposed().notation());
    assertEquals(List.of(), apart.contradictions(plan.proposed()));
  }

  /** Fault: {B,C} {D} became {B} {C,D}, though B may put C out of the message's way. */
  @Test
  void stageMatesOfARespondingHandlerStay() {
    Times times = times(Map.of("A", 1.0, "B", 1.0, "C", 9.0, "D", 9.0));
    for (HandlerEntry b :
        List.of(handler("B", "", MessageProperties.REST), handler("B", "", "b").mayRespond(true))) {
      Orchestration now =
          Orchestration.of(
              "o", Stage.of(b, handler("C", "", "c")), Stage.of(handler("D", "", "d")));
      assertEquals(now, plan(now, times).proposed());
    }
  }

  @Test
  void branchesExcludeSpeculativeStages() {
    HandlerEntry a = handler("A", "", "a");
    HandlerEntry d = handler("D", "", "d");
    Stage branches =
        Stage.ofBranches(
            Sequence.of(Stage.of(handler("B", "", "b"))),
            Sequence.of(Stage.of(handler("C", "", "c"))));
    assertEquals(0, savedByForwarding(Stage.of(a), branches, Stage.of(d)), 1e-9);
    assertEquals(0, saved(Stage.of(a), branches, Stage.of(d)), 1e-9);
    Stage first = Stage.firstOf(handler("B", "", "b"), handler("C", "", "b"));
    assertEquals(0, savedByForwarding(Stage.of(a), first, Stage.of(d)), 1e-9);
  }

  /**
   * Fault E9: a notification was sent in parallel to the check that would have halted its message.
   */
  @Test
  void onewayHandlerStaysAfterHandlersThatMayHalt() {
    HandlerEntry notice = handler("N", "", "").oneway(true);
    Orchestration now = row(handler("V", "", ""), notice, handler("W", "", ""));
    Plan plan = plan(now, times(Map.of("V", 5.0, "N", 1.0, "W", 5.0)));
    assertEquals("{V,W} {N}", plan.proposed().notation());
    assertEquals(
        "V N ORDERED N is oneway and cannot be called back: V may halt the message before it",
        said(plan).lines().findFirst().orElseThrow());
    HandlerEntry optional = handler("V", "", "").mustPerform(false);
    plan =
        plan(
            row(optional, handler("W", "", "v"), notice),
            times(Map.of("V", 5.0, "N", 1.0, "W", 5.0)));
    assertEquals("{V,W} {N}", plan.proposed().notation());
  }

  @Test
  void everyOrderHasItsReason() {
    HandlerEntry unknown = HandlerEntry.of("U");
    Orchestration now =
        row(
            handler("A", "x", ""),
            handler("B", "", "x"),
            handler("C", "", "x"),
            handler("D", "", "").atomicity(Atomicity.NON_ATOMIC),
            unknown,
            handler("E", "", ""));
    Policy policy =
        new Policy(
            List.of(new PolicyRule.Order("A", "E"), new PolicyRule.Apart(Set.of("B", "E", "D"))));
    Plan plan = Planner.plan(now, policy, Planner.equalTimes(orchestrations(now)));
    assertEquals(
        """
        A B ORDERED B writes property x, which A reads
        A C ORDERED C writes property x, which A reads
        A D ORDERED D is stateful and has no compensator: A may halt the message before it
        A U ORDERED U declares no reads and writes
        A E ORDERED the policy requires this order
        B C ORDERED both write property x
        B D ORDERED D is stateful and has no compensator: B may halt the message before it
        B U ORDERED U declares no reads and writes
        B E APART the policy keeps them apart
        C D ORDERED D is stateful and has no compensator: C may halt the message before it
        C U ORDERED U declares no reads and writes
        C E CHAINED D is between them
        D U ORDERED U declares no reads and writes
        D E APART the policy keeps them apart
        U E ORDERED U declares no reads and writes\
        """,
        said(plan));
    assertEquals(now, plan.proposed());
  }

  private static org.dharch.core.orchestration.rule.Orchestrations orchestrations(
      Orchestration one) {
    return org.dharch.core.orchestration.rule.Orchestrations.of(List.of(one), List.of());
  }

  @Test
  void handlerInBetweenIsNamed() {
    Orchestration now = row(handler("A", "", "x"), handler("B", "x", "y"), handler("C", "y", ""));
    assertEquals(
        """
        A B ORDERED B reads property x, which A writes
        A C CHAINED B is between them
        B C ORDERED C reads property y, which B writes\
        """,
        said(plan(now, times(Map.of("A", 1.0, "B", 1.0, "C", 1.0)))));
  }

  @Test
  void stageWithAnUndeclaredHandlerIsUnchanged() {
    Orchestration now =
        Orchestration.of(
            "o",
            Stage.of(handler("A", "", "x")),
            Stage.of(HandlerEntry.of("U"), handler("B", "", "y")),
            Stage.of(handler("C", "", "z")),
            Stage.of(handler("D", "", "w")));
    Plan plan = plan(now, times(Map.of("A", 5.0, "U", 1.0, "B", 9.0, "C", 5.0, "D", 4.0)));
    assertEquals("{A} {U,B} {C,D}", plan.proposed().notation());
  }

  @Test
  void choicesAndRepetitionsStayAndArePlannedInside() {
    Sequence inside = Sequence.of(Stage.of(handler("A", "", "x")), Stage.of(handler("B", "", "y")));
    Orchestration now =
        Orchestration.of(
            "o",
            Stage.of(handler("C", "", "")),
            Sequence.of(Stage.of(handler("D", "", ""))),
            Choose.when(PropertyCondition.present("p"), inside).otherwise(Stage.of("C")),
            Repeat.times(3, inside),
            Stage.of(handler("D", "", "")));
    Plan plan = plan(now, times(Map.of("A", 5.0, "B", 4.0, "C", 1.0, "D", 2.0)));
    assertEquals("{C,D} (?{A,B}|{C}) 3*({A,B}) {D}", plan.proposed().notation());
    // C or D, the longer way, three times A or B, D
    assertEquals(10 + 3.5 + 6.5 + 3 * 6.5 + 3.5, plan.after().stages(), 1e-9);
  }

  @Test
  void findsHandlersToLeaveInTheContainer() {
    Orchestration now = row(handler("A", "", "x"), handler("B", "", "y"), handler("C", "x,y", ""));
    Times times =
        new Times(
            0,
            Map.of(
                "A", HandlerTimes.of(30, 1, 0),
                "B", HandlerTimes.of(20, 1, 0),
                "C", HandlerTimes.of(0.2, 2, 1)));
    Plan plan = plan(now, times);
    assertEquals("{A,B} {C}", plan.proposed().notation());
    assertEquals(List.of(new InContainer(List.of("C"), 3.2, 0.2)), plan.inContainer());
  }

  @Test
  void onewayHandlerDelaysNothing() {
    Orchestration now = row(handler("A", "", "x"), handler("L", "x", "").oneway(true));
    Plan plan = plan(now, times(Map.of("A", 5.0, "L", 500.0)));
    assertEquals(now, plan.proposed());
    assertEquals(16.5, plan.after().stages());
    assertEquals(List.of("A"), plan.inContainer().get(0).handlers());
  }

  @Test
  void missingTimesAreNamed() {
    Orchestration now = row(handler("A", "", ""), handler("C", "", ""), handler("B", "", ""));
    Times lacking = times(Map.of("A", 1.0));
    String message =
        "orchestration 'o': times must have NAME.tcomp for each handler (missing: B, C)";
    assertEquals(
        message, assertThrows(DHArchException.class, () -> plan(now, lacking)).getMessage());
    assertEquals(
        message,
        assertThrows(DHArchException.class, () -> Planner.predict(now, lacking)).getMessage());
  }

  @Test
  void predictsThePapersTableOne() {
    Times times =
        new Times(
            44.61,
            Map.of(
                "WSRF", HandlerTimes.of(65.24, 0, 0), "WS-Eventing", HandlerTimes.of(51.38, 0, 0)));
    Prediction sequential =
        Planner.predict(Orchestration.of("s", Stage.of("WSRF"), Stage.of("WS-Eventing")), times);
    Prediction parallel =
        Planner.predict(Orchestration.of("p", Stage.of("WSRF", "WS-Eventing")), times);
    assertEquals(161.23, sequential.container(), 1e-9);
    assertEquals(161.23, sequential.stages(), 1e-9);
    assertEquals(109.85, parallel.stages(), 1e-9);
    assertEquals(161.23 / 109.85, parallel.speedUp(), 1e-9);
  }

  @Test
  void timesRoundTrip() {
    Times times =
        Times.parse(
            "t",
            Map.of(
                "service",
                "4",
                "a.b.tcomp",
                " 2.5 ",
                "a.b.local",
                "3",
                "c.tcomp",
                "1",
                "c.tdata",
                ".5",
                "c.c",
                "0.25"));
    assertEquals(
        new Times(
            4,
            Map.of("a.b", new HandlerTimes(2.5, 0, 0, 3), "c", new HandlerTimes(1, 0.5, 0.25, 1))),
        times);
    assertEquals(
        """
        # milliseconds
        service=4.0000
        a.b.tcomp=2.5000
        a.b.tdata=0.0000
        a.b.c=0.0000
        a.b.local=3.0000
        c.tcomp=1.0000
        c.tdata=0.5000
        c.c=0.2500
        """,
        times.text());
    refused("t: A.tcomp must be 0 to 86400000 milliseconds (got 'x')", "A.tcomp", "x");
    refused("t: A.tcomp must be 0 to 86400000 milliseconds (got '-1')", "A.tcomp", "-1");
    refused("t: A.tcomp must be 0 to 86400000 milliseconds (got 'NaN')", "A.tcomp", "NaN");
    refused("t: A.tcomp is missing", "A.c", "1");
    refused(
        "t: a key must be service, or NAME.tcomp, NAME.tdata, NAME.c or NAME.local for a handler"
            + " (got 'A.x')",
        "A.x",
        "1");
  }

  private static void refused(String expected, String key, String value) {
    assertEquals(
        expected,
        assertThrows(DHArchException.class, () -> Times.parse("t", Map.of(key, value)))
            .getMessage());
  }

  @Test
  void timelinesYieldMeans() {
    Times times =
        Times.of(
            List.of(
                timeline(2_000_000, attempt("A", 10, 4, 1, "performed")),
                timeline(
                    4_000_000,
                    attempt("A", 20, 12, 2, "performed"),
                    attempt("B", 8, 5, 0, "performed"),
                    attempt("B", 80, 50, 0, "failed"))));
    assertEquals(
        new Times(0, Map.of("A", HandlerTimes.of(8, 5.5, 2), "B", HandlerTimes.of(5, 3, 2))),
        times);
  }

  private static Timeline timeline(long merge, Timeline.Attempt... attempts) {
    return new Timeline(
        new MessageId(1, 2), "o", 0, 100_000_000, List.of(attempts), merge, List.of());
  }

  private static Timeline.Attempt attempt(
      String handler, long round, long run, long queue, String result) {
    return new Timeline.Attempt(
        0,
        handler,
        "n",
        1,
        1_000_000,
        1_000_000 + round * 1_000_000,
        queue * 1_000_000,
        run * 1_000_000,
        result,
        -1);
  }
}
