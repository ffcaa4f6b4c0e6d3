package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;

/** What a message meets depends on the message, and may be changed under way. */
class RevisionTest {
  private static final String[] ALL = {"A", "B", "C", "D"};

  private static Bench bench(Policy policy, Orchestration orchestration) {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.concurrencyLimit(1),
            Orchestrations.of(
                    List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name())))
                .under(policy));
    bench.node("n", ALL);
    return bench;
  }

  private static Bench bench(Orchestration orchestration) {
    return bench(Policy.NONE, orchestration);
  }

  private static Changes rest(Sequence rest) {
    return Changes.builder()
        .property(MessageProperties.REST, OrchestrationWriter.rest(rest))
        .property("kept", true)
        .build();
  }

  private static boolean noted(Bench bench, String text) {
    return bench.completed("m").timeline().notes().stream().anyMatch(n -> n.contains(text));
  }

  @Test
  void aHandlersResultChangesWhatIsLeft() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B"), Stage.of("C")));
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(Sequence.of(Stage.of("D"))));
    bench.performed(bench.batch(), "D");
    assertTrue(noted(bench, "after stage 1 it continues with {D}"));
    MessageProperties properties = bench.completed("m").properties();
    assertEquals(
        java.util.Map.of("kept", true), properties.asMap(), "the change itself is used up");
  }

  @Test
  void nothingMoreIsAChangeToo() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(Sequence.EMPTY));
    assertTrue(noted(bench, "continues with nothing"));
  }

  @Test
  void forbiddenRevisionIsRejectedAndMessageContinuesAsPlanned() {
    Policy policy = new Policy(List.of(new PolicyRule.Required("B")));
    Bench bench = bench(policy, Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(Sequence.of(Stage.of("C"))));
    bench.performed(bench.batch(), "B");
    assertTrue(noted(bench, "change of the orchestration refused"));
    assertEquals(1, bench.counter(Counter.CHANGES_REFUSED));
  }

  @Test
  void whatIsNoRestIsRefusedWithItsPlace() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.accepted("m");
    Changes nonsense = Changes.builder().property(MessageProperties.REST, "<rest").build();
    bench.changed(bench.batch(), "A", nonsense);
    bench.performed(bench.batch(), "B");
    assertTrue(noted(bench, "change of the orchestration refused"));
  }

  @Test
  void whatWouldNeverEndIsRefused() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    MessageId id = bench.accepted("m");
    Sequence endless = Sequence.of(Repeat.times(100, Repeat.times(100, Stage.of("A"))));
    bench.manager.revise(id, endless);
    bench.changed(bench.batch(), "A", rest(endless));
    bench.performed(bench.batch(), "B");
    assertTrue(noted(bench, "at most 1000 handlers"));
    assertEquals(2, bench.counter(Counter.CHANGES_REFUSED));
  }

  @Test
  void theApplicationChangesAMessageThatWaitsAndOneThatIsExecuted() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    MessageId executed = bench.accepted("m");
    MessageId waiting = bench.accepted("waiting");
    assertTrue(bench.manager.revise(executed, Sequence.of(Stage.of("C"))));
    assertTrue(bench.manager.revise(waiting, Sequence.of(Stage.of("D"))));
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "C");
    assertTrue(noted(bench, "after stage 1 it continues with {C}"));
    bench.performed(bench.batch(), "D");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("waiting"));
    assertFalse(bench.manager.revise(executed, Sequence.EMPTY), "it is not here any more");
  }

  @Test
  void aChoiceIsMadeByTheMessageAsItThenIs() {
    Bench bench =
        bench(
            Orchestration.of(
                "o",
                Stage.of("A"),
                Choose.when(PropertyCondition.is("way", "c"), Stage.of("C"))
                    .orWhen(PropertyCondition.present("way"), Stage.of("B"))
                    .otherwise(Stage.of("D"))));
    for (String way : List.of("c", "b", "")) {
      bench.accepted("m" + way);
      Changes changes =
          way.isEmpty() ? Changes.NONE : Changes.builder().property("way", way).build();
      bench.changed(bench.batch(), "A", changes);
      bench.performed(bench.batch(), way.equals("c") ? "C" : way.equals("b") ? "B" : "D");
      assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m" + way));
    }
  }

  @Test
  void anXPathLooksIntoAMessageThatIsDeep() {
    byte[] deep = bytes("<e>" + "<d>".repeat(400) + "x" + "</d>".repeat(400) + "</e>");
    XPathCondition condition = new XPathCondition("count(//d) = 400", java.util.Map.of());
    assertTrue(condition.holds(new MessageView(deep, MessageProperties.empty(), Limits.DEFAULT)));
    byte[] tooDeep = bytes("<e>" + "<d>".repeat(600) + "x" + "</d>".repeat(600) + "</e>");
    MessageView view = new MessageView(tooDeep, MessageProperties.empty(), Limits.DEFAULT);
    org.junit.jupiter.api.Assertions.assertThrows(
        org.dharch.core.message.MalformedMessageException.class, () -> condition.holds(view));
  }

  @Test
  void aRepetitionEndsWhenItsConditionDoesNotHoldOrAtItsBound() {
    Bench bench =
        bench(
            Orchestration.of(
                "o",
                Stage.of("A"),
                Repeat.whilst(PropertyCondition.present("more"), 3, Stage.of("B")),
                Stage.of("C")));
    bench.accepted("m");
    bench.changed(bench.batch(), "A", Changes.builder().property("more", true).build());
    bench.performed(bench.batch(), "B");
    bench.changed(bench.batch(), "B", Changes.builder().removeProperty("more").build());
    bench.performed(bench.batch(), "C");
    bench.accepted("m2");
    bench.changed(bench.batch(), "A", Changes.builder().property("more", true).build());
    for (int i = 0; i < 3; i++) {
      bench.performed(bench.batch(), "B");
    }
    bench.performed(bench.batch(), "C");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m2"));
  }

  @Test
  void aHandlerOfAWayThatIsNotTakenNeedNotBeServed() {
    Bench bench =
        bench(
            Orchestration.of(
                "o", Choose.when(PropertyCondition.present("x"), Stage.of("Z")), Stage.of("A")));
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  private static void refusedAfterA(Policy policy, Orchestration planned, Sequence rest) {
    Bench bench = bench(policy, planned);
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(rest));
    bench.failed(bench.batch(), "B", "it says no");
    assertEquals("B", bench.fault("m").handler(), "C would have run");
    assertEquals(1, bench.counter(Counter.CHANGES_REFUSED));
  }

  /** Fault E3: B said no, C ran all the same, and nothing was refused. */
  @Test
  void aRestCannotSwitchOffACheckThatThePolicyDemands() {
    Orchestration planned = Orchestration.of("o", Stage.of("A"), Stage.of("B"), Stage.of("C"));
    Stage[] off = {
      Stage.of(HandlerEntry.of("B").mustPerform(false)),
      Stage.of(HandlerEntry.of("B").oneway(true)),
      Stage.of(HandlerEntry.of("B").mustPerform(false).node("nosuch")),
    };
    Policy required = new Policy(List.of(new PolicyRule.Required("B")));
    Policy order = new Policy(List.of(new PolicyRule.Order("B", "C")));
    for (Stage stage : off) {
      Sequence rest = Sequence.of(stage, Stage.of("C"));
      refusedAfterA(required, planned, rest);
      refusedAfterA(order, planned, rest);
      refusedAfterA(Policy.NONE, planned, rest);
    }
  }

  /** Fault E3: what an entry of the same name says may not be less strict than planned. */
  @Test
  void aRestCannotWeakenAnEntry() {
    HandlerEntry b =
        HandlerEntry.of("B")
            .atomicity(Atomicity.ATOMIC)
            .compensator("U")
            .node("n")
            .completionCallback(true)
            .partial(true)
            .access(
                Access.of(Set.of(new DeclaredPart.Body()), Set.of(new DeclaredPart.Property("p"))));
    Orchestration planned = Orchestration.of("o", Stage.of("A"), Stage.of(b), Stage.of("C"));
    HandlerEntry bare = HandlerEntry.of("B");
    List<HandlerEntry> weaker =
        List.of(
            b.mustPerform(false),
            b.mayRespond(true),
            b.compensator("V"),
            bare.node("n"),
            b.node("m"),
            b.completionCallback(false),
            b.partial(false),
            b.access(Access.of(Set.of(), Set.of())),
            b.access(Access.of(Set.of(), Set.of(new DeclaredPart.Body()))),
            b.access(
                Access.of(
                    Set.of(new DeclaredPart.Property("q")),
                    Set.of(new DeclaredPart.Property("p")))));
    for (HandlerEntry entry : weaker) {
      refusedAfterA(Policy.NONE, planned, Sequence.of(Stage.of(entry), Stage.of("C")));
    }
    Bench bench = bench(planned);
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(Sequence.of(Stage.of(b), Stage.of("D"))));
    bench.performed(bench.batch(), "B");
    bench.performed(bench.batch(), "D");
    assertEquals(0, bench.counter(Counter.CHANGES_REFUSED));
  }

  /** Given less, or where somebody else answers in its name, it checks nothing. */
  @Test
  void aRestCannotGiveAHandlerLessOrPutItOnANodeOfItsChoice() {
    HandlerEntry b = HandlerEntry.of("B").access(Access.of(Set.of(), Set.of()));
    Orchestration planned = Orchestration.of("o", Stage.of("A"), Stage.of("B"), Stage.of("C"));
    for (HandlerEntry entry : List.of(b.partial(true), HandlerEntry.of("B").node("n"))) {
      refusedAfterA(Policy.NONE, planned, Sequence.of(Stage.of(entry), Stage.of("C")));
    }
  }

  /** Fault E3: a rest could run any handler as a compensator. */
  @Test
  void othersThatAreRefusedAreRefusedAsCompensatorsToo() {
    Policy only = new Policy(List.of(new PolicyRule.Only(Set.of("A", "B", "C"))));
    HandlerEntry c = HandlerEntry.of("C").atomicity(Atomicity.ATOMIC).compensator("D");
    refusedAfterA(
        only,
        Orchestration.of("o", Stage.of("A"), Stage.of("B")),
        Sequence.of(Stage.of(c), Stage.of("B")));
  }

  /** Fault E9: who declares what it writes has to declare that it changes what is left. */
  @Test
  void aHandlerThatDoesNotDeclareItChangesNothingOfWhatIsLeft() {
    Set<DeclaredPart> kept = Set.of(new DeclaredPart.Property("kept"));
    Set<DeclaredPart> both =
        Set.of(
            new DeclaredPart.Property("kept"), new DeclaredPart.Property(MessageProperties.REST));
    for (Set<DeclaredPart> writes : List.of(kept, both)) {
      HandlerEntry a = HandlerEntry.of("A").access(Access.of(Set.of(), writes));
      Bench bench = bench(Orchestration.of("o", Stage.of(a), Stage.of("B")));
      bench.accepted("m");
      bench.changed(bench.batch(), "A", rest(Sequence.of(Stage.of("C"))));
      bench.performed(bench.batch(), writes == both ? "C" : "B");
      assertEquals(java.util.Map.of("kept", true), bench.completed("m").properties().asMap());
    }
  }
}
