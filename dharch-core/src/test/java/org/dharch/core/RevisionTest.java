package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.OrchestrationWriter;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Policy;
import org.dharch.core.orchestration.PolicyRule;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Rule;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.junit.jupiter.api.Test;

/** What a message meets depends on the message, and may be changed under way. */
class RevisionTest {
  private static final String[] ALL = {"A", "B", "C", "D"};

  private static Bench bench(Policy policy, Orchestration orchestration) {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.window(1),
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
    assertTrue(noted(bench, "after stage 1 it goes on with {D}"));
    MessageProperties properties = bench.completed("m").properties();
    assertEquals(
        java.util.Map.of("kept", true), properties.asMap(), "the change itself is used up");
  }

  @Test
  void nothingMoreIsAChangeToo() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.accepted("m");
    bench.changed(bench.batch(), "A", rest(Sequence.EMPTY));
    assertTrue(noted(bench, "goes on with nothing"));
  }

  @Test
  void aChangeThatThePolicyForbidsIsRefusedAndSaidAndTheMessageGoesOnAsPlanned() {
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
    assertTrue(noted(bench, "1000 are allowed"));
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
    assertTrue(noted(bench, "after stage 1 it goes on with {C}"));
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
    assertTrue(condition.holds(new MessageView(deep, MessageProperties.empty())));
    byte[] tooDeep = bytes("<e>" + "<d>".repeat(600) + "x" + "</d>".repeat(600) + "</e>");
    MessageView view = new MessageView(tooDeep, MessageProperties.empty());
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
}
