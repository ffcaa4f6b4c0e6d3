package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.Strictness;
import org.dharch.core.orchestration.graph.Graph;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.junit.jupiter.api.Test;

/** {@code first="true"} in documents, policies, graphs and rests. */
class FirstOfStageDocumentTest {
  private static final Stage RACE = Stage.firstOf(HandlerEntry.of("A"), HandlerEntry.of("B"));
  private static final String DOCUMENT =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="o">
          <stage first="true">
            %s
          </stage>
        </orchestration>
      </orchestrations>
      """;

  private static String problems(String handlers) {
    return assertThrows(
            DocumentException.class,
            () -> OrchestrationDocument.parse("d", DOCUMENT.formatted(handlers)))
        .getMessage();
  }

  @Test
  void firstIsReadAndWritten() {
    Orchestrations read =
        OrchestrationDocument.parse(
            "d", DOCUMENT.formatted("<handler name='A'/><handler name='B'/>"));
    assertEquals(Sequence.of(RACE), read.named("o").body());
    assertEquals("{A|B}", read.named("o").notation());
    assertEquals(read, OrchestrationDocument.parse("d", OrchestrationWriter.document(read)));
  }

  @Test
  void statefulAndOnewayHandlersAreRejected() {
    assertEquals(
        "d:4:26: handler 'B' must be stateless and waited for in a stage with first='true', where"
            + " its result may be dropped (got stateful)",
        problems("<handler name='A'/><handler name='B' stateful='true'/>"));
    assertTrue(
        problems("<handler name='A' oneway='true'/><handler name='B'/>")
            .contains("handler 'A' must be stateless and waited for"));
    assertEquals(
        "d:3:5: a stage with first='true' must have at least two handlers (got 'A')",
        problems("<handler name='A'/>"));
    assertTrue(
        problems("<handler name='A'/><handler name='A'/>").contains("'A' must occur only once"));
    HandlerEntry stateful = HandlerEntry.of("S").atomicity(Atomicity.ATOMIC);
    assertThrows(
        IllegalArgumentException.class, () -> Stage.firstOf(stateful, HandlerEntry.of("B")));
  }

  @Test
  void declarationsMayConflict() {
    Access body = Access.of(Set.of(), Set.of(new DeclaredPart.Body()));
    HandlerEntry a = HandlerEntry.of("A").access(body);
    HandlerEntry b = HandlerEntry.of("B").access(body);
    assertTrue(Stage.firstOf(a, b).first());
    assertThrows(IllegalArgumentException.class, () -> Stage.of(a, b));
  }

  @Test
  void noHandlerIsDecisive() {
    Policy policy = new Policy(List.of(new PolicyRule.Required("A")));
    assertEquals(List.of(), policy.contradictions(Orchestration.of("o", Stage.of("A", "B"))));
    assertEquals(1, policy.contradictions(Orchestration.of("o", RACE)).size());
    assertEquals(Set.of(), Constructs.certain(RACE));
    assertFalse(Constructs.certain(Stage.of("A", "B")).isEmpty());
  }

  @Test
  void restMustNotWeakenAMandatoryHandler() {
    Sequence planned = Sequence.of(Stage.of("A"), Stage.of("B"));
    assertEquals(
        Optional.of("handler 'A' must perform and not be oneway, as in its orchestration"),
        Strictness.objection(List.of(planned), Sequence.of(RACE)));
    assertEquals(
        Optional.empty(), Strictness.objection(List.of(Sequence.of(RACE)), Sequence.of(RACE)));
  }

  @Test
  void graphShowsFirst() {
    Orchestrations all = Orchestrations.of(List.of(Orchestration.of("o", RACE)), List.of());
    assertTrue(Graph.of(all).mermaid().contains("[\"the first of\"]"));
  }
}
