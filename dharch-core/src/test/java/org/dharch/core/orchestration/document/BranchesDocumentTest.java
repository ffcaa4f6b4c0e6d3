package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.graph.Graph;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.junit.jupiter.api.Test;

/** Branches in documents, policies and graphs. */
class BranchesDocumentTest {
  private static final Stage BRANCHED =
      Stage.ofBranches(Sequence.of(Stage.of("A"), Stage.of("B", "C")), Sequence.of(Stage.of("D")));
  private static final String DOCUMENT =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="o">
          <stage>
            %s
          </stage>
        </orchestration>
      </orchestrations>
      """;
  private static final String RIGHT =
      "<sequence><handler name='A'/><stage><handler name='B'/><handler name='C'/></stage>"
          + "</sequence><handler name='D'/>";

  private static String problems(String inside) {
    return assertThrows(
            DocumentException.class,
            () -> OrchestrationDocument.parse("d", DOCUMENT.formatted(inside)))
        .getMessage();
  }

  @Test
  void branchesAreReadAndWritten() {
    Orchestrations read = OrchestrationDocument.parse("d", DOCUMENT.formatted(RIGHT));
    assertEquals(Sequence.of(BRANCHED), read.named("o").body());
    assertEquals("{{A} {B,C},{D}}", read.named("o").notation());
    assertEquals(read, OrchestrationDocument.parse("d", OrchestrationWriter.document(read)));
    assertEquals(Set.of("A", "B", "C", "D"), read.named("o").handlerNames());
    assertEquals(4, Constructs.certain(BRANCHED).size());
  }

  @Test
  void invalidBranchesAreRejected() {
    assertTrue(
        problems("<sequence><choose><when property='p'/></choose></sequence><handler name='D'/>")
            .contains("choose"));
    assertTrue(
        problems(
                "<sequence><handler name='A'/><stage><sequence><handler name='B'/></sequence>"
                    + "<handler name='C'/></stage></sequence><handler name='D'/>")
            .contains("a branch must contain only stages of handlers (got branches)"));
    assertTrue(
        problems("<sequence><handler name='A' mayRespond='true'/></sequence><handler name='D'/>")
            .contains("handler 'A' may respond, so it must be in a stage without branches"));
    assertTrue(
        problems("<sequence><handler name='A'/></sequence><handler name='A'/>")
            .contains("handler 'A' must occur only once in a stage"));
    assertThrows(IllegalArgumentException.class, () -> Stage.ofBranches(Sequence.of(BRANCHED)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Stage.ofBranches(Sequence.of(BRANCHED), Sequence.of(Stage.of("E"))));
  }

  @Test
  void declarationsMayConflictWithinABranchOnly() {
    Access body = Access.of(Set.of(), Set.of(new DeclaredPart.Body()));
    Stage a = Stage.of(HandlerEntry.of("A").access(body));
    Stage b = Stage.of(HandlerEntry.of("B").access(body));
    Sequence c = Sequence.of(Stage.of("C"));
    assertEquals(2, Stage.ofBranches(Sequence.of(a, b), c).branches().size());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Stage.ofBranches(Sequence.of(a), Sequence.of(b), c));
    assertTrue(refused.getMessage().contains("'A' and 'B' must be in different stages"));
  }

  @Test
  void policiesKnowTheOrderWithinABranch() {
    assertEquals(List.of(), contradictions(new PolicyRule.Order("A", "B")));
    assertEquals(1, contradictions(new PolicyRule.Order("B", "A")).size());
    assertEquals(1, contradictions(new PolicyRule.Order("A", "D")).size());
    assertEquals(1, contradictions(new PolicyRule.Order("D", "A")).size());
    assertEquals(List.of(), contradictions(new PolicyRule.Required("B")));
    assertEquals(List.of(), contradictions(new PolicyRule.Once("B")));
    assertEquals(List.of(), contradictions(new PolicyRule.Apart(Set.of("A", "B"))));
    assertEquals(1, contradictions(new PolicyRule.Apart(Set.of("B", "C"))).size());
    assertEquals(1, contradictions(new PolicyRule.Apart(Set.of("A", "D"))).size());
  }

  private static List<String> contradictions(PolicyRule rule) {
    return new Policy(List.of(rule)).contradictions(Orchestration.of("o", BRANCHED));
  }

  @Test
  void graphShowsParallelBranches() {
    Orchestrations all = Orchestrations.of(List.of(Orchestration.of("o", BRANCHED)), List.of());
    assertTrue(Graph.of(all).mermaid().contains("[\"branches\"]"));
  }
}
