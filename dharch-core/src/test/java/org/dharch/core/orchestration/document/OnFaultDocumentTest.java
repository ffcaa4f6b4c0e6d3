package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Fault.Code;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.Strictness;
import org.dharch.core.orchestration.graph.Graph;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.junit.jupiter.api.Test;

/** {@code onFault} in documents, policies, graphs and rests. */
class OnFaultDocumentTest {
  private static final Sequence CHECKED =
      Sequence.of(Stage.of("check"), Stage.of("store"))
          .onFault(new OnFault(Set.of(Code.NOT_SERVED), Sequence.of(Stage.of("sorry"))))
          .onFault(OnFault.any(Stage.of("a", "b"), Stage.of("c")));
  private static final String DOCUMENT =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="o">
          <sequence>
            <handler name="check"/>
            <handler name="store"/>
            %s
          </sequence>
          <handler name="last"/>
        </orchestration>
      </orchestrations>
      """;

  private static Orchestration of(Sequence sequence) {
    return Orchestration.of("o", sequence, Stage.of("last"));
  }

  private static String problems(String faults) {
    return assertThrows(
            DocumentException.class,
            () -> OrchestrationDocument.parse("d", DOCUMENT.formatted(faults)))
        .getMessage();
  }

  @Test
  void onFaultIsReadAndWritten() {
    Orchestrations read =
        OrchestrationDocument.parse(
            "d",
            DOCUMENT.formatted(
                "<onFault handler='sorry' codes='NOT_SERVED'/><onFault>"
                    + "<stage><handler name='a'/><handler name='b'/></stage>"
                    + "<handler name='c'/></onFault>"));
    assertEquals(Sequence.of(CHECKED, Stage.of("last")), read.named("o").body());
    assertEquals(
        "({check} {store} !NOT_SERVED({sorry}) !({a,b} {c})) {last}", read.named("o").notation());
    assertEquals(read, OrchestrationDocument.parse("d", OrchestrationWriter.document(read)));
    assertEquals(
        Set.of("check", "store", "sorry", "a", "b", "c", "last"), read.named("o").handlerNames());
  }

  @Test
  void errorsAreReported() {
    assertEquals(
        "d:6:7: an onFault must have handler='NAME' or handlers inside", problems("<onFault/>"));
    assertEquals(
        "d:6:7: an onFault must not have both a handler attribute and content (got handler='a')",
        problems("<onFault handler='a'><handler name='b'/></onFault>"));
    assertTrue(
        problems("<onFault handler='a' codes='DEADLINE'/>")
            .contains("HANDLER_FAILED, HANDLER_TIMED_OUT, NOT_SERVED, CONFLICT, TOO_LARGE"));
    assertTrue(problems("<onFault handler='a'/><handler name='b'/>").contains("handler"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new OnFault(Set.of(Code.CANCELLED), Sequence.of(Stage.of("a"))));
    assertThrows(IllegalArgumentException.class, () -> OnFault.any());
  }

  private static String never(String sequence) {
    return assertThrows(
            DocumentException.class,
            () ->
                OrchestrationDocument.parse(
                    "d",
                    "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                        + "<handler name='a'/><sequence>\n"
                        + sequence
                        + "</sequence></orchestration></orchestrations>"))
        .getMessage();
  }

  @Test
  void unreachableOnFaultIsRejectedWithItsPosition() {
    String needed =
        "before it there must be a handler with mustPerform='true' that is not oneway and has no"
            + " onFault for this";
    assertEquals(
        "d:2:1: an onFault for any fault, which is never taken: " + needed,
        never("<onFault handler='x'/>"));
    for (String sure :
        List.of(
            "<handler name='b' mustPerform='false'/><handler name='c' oneway='true'/>",
            "<choose><when property='p'><handler name='b' oneway='true'/></when></choose>",
            "<sequence><handler name='b'/><onFault><handler name='c' oneway='true'/></onFault>"
                + "</sequence>")) {
      String output = never(sure + "\n<onFault codes='CONFLICT' handler='x'/>");
      assertEquals("d:3:1: an onFault for CONFLICT, which is never taken: " + needed, output);
    }
    String first = "<handler name='b'/><onFault handler='x'";
    assertEquals(
        "d:3:1: an onFault for any fault, which is never taken: earlier ones catch it; it must be"
            + " for nothing",
        never(first + "/>\n<onFault handler='y'/>"));
    assertEquals(
        "d:3:1: an onFault for NOT_SERVED, which is never taken: earlier ones catch it; it must be"
            + " for CONFLICT, TOO_LARGE",
        never(
            first
                + " codes='NOT_SERVED HANDLER_FAILED'/><onFault handler='x'"
                + " codes='HANDLER_TIMED_OUT'/>\n<onFault codes='NOT_SERVED' handler='y'/>"));
    assertEquals(
        "d:3:1: an onFault for TOO_LARGE, which is never taken: the parts before it fail only"
            + " with HANDLER_FAILED, HANDLER_TIMED_OUT, NOT_SERVED, CONFLICT",
        never(
            "<sequence><handler name='b'/><onFault codes='TOO_LARGE'><handler name='c'"
                + " oneway='true'/></onFault></sequence>"
                + "\n<onFault codes='TOO_LARGE' handler='y'/>"));
  }

  @Test
  void remainderOfASequenceMayBeUnableToFail() {
    String rest =
        "<rest xmlns='urn:dharch:orchestration:1'><sequence><handler name='b' oneway='true'/>"
            + "<onFault handler='x'/></sequence></rest>";
    assertEquals("({b} !({x}))", Constructs.notation(OrchestrationDocument.parseRest(rest)));
  }

  /** It had no line and no column. */
  @Test
  void emptyOrchestrationIsRejectedWithItsPosition() {
    String nothing =
        assertThrows(
                DocumentException.class,
                () ->
                    OrchestrationDocument.parse(
                        "d",
                        """
                        <orchestrations xmlns="urn:dharch:orchestration:1">
                          <orchestration name="o">
                            <onFault handler="x"/>
                          </orchestration>
                        </orchestrations>
                        """))
            .getMessage();
    assertEquals(
        "d:3:5: an onFault for any fault, which is never taken: before it there must be a handler"
            + " with mustPerform='true' that is not oneway and has no onFault for this",
        nothing);
  }

  /** As the document of the same, with the same words. */
  @Test
  void javaModelIsCheckedLikeADocument() {
    HandlerEntry may = HandlerEntry.of("may").mustPerform(false);
    String never = "an onFault for any fault, which is never taken: ";
    String nothing =
        "before it there must be a handler with mustPerform='true' that is not oneway and has no"
            + " onFault for this";
    Sequence dead = Sequence.of(Stage.of(may)).onFault(OnFault.any(Stage.of("sorry")));
    refused(never + nothing, dead);
    refused(never + nothing, Choose.when(PropertyCondition.present("p"), dead));
    refused(
        never + nothing,
        Choose.when(PropertyCondition.present("p"), Stage.of("a")).otherwise(dead));
    refused(never + nothing, Repeat.times(2, Stage.of("a"), dead));
    refused(never + nothing, Sequence.of(Stage.of("a")).onFault(OnFault.any(dead)));
    Sequence caught = Sequence.of(Stage.of("a")).onFault(OnFault.any(Stage.of(may)));
    refused(never + nothing, Sequence.of(caught).onFault(OnFault.any(Stage.of("sorry"))));
    refused(
        never + "earlier ones catch it; it must be for nothing",
        caught.onFault(OnFault.any(Stage.of("sorry"))));
    assertEquals("({a} !({may}))", Orchestration.of("o", caught).notation());
    assertEquals(
        "orchestration 'o' must have at least one handler",
        assertThrows(IllegalArgumentException.class, () -> Orchestration.of("o", Sequence.EMPTY))
            .getMessage());
  }

  private static void refused(String why, Construct construct) {
    String output =
        assertThrows(IllegalArgumentException.class, () -> Orchestration.of("o", construct))
            .getMessage();
    assertEquals("orchestration 'o': " + why, output);
  }

  @Test
  void caughtHandlerIsNotDecisiveForLaterOnes() {
    Policy required = new Policy(List.of(new PolicyRule.Required("check")));
    Sequence plain = Sequence.of(Stage.of("check"), Stage.of("store"));
    assertEquals(List.of(), required.contradictions(of(plain)));
    assertEquals(1, required.contradictions(of(CHECKED)).size());
    Policy before = new Policy(List.of(new PolicyRule.Order("check", "store")));
    assertEquals(List.of(), before.contradictions(of(CHECKED)), "in it, it does");
    Policy behind = new Policy(List.of(new PolicyRule.Order("check", "last")));
    assertEquals(List.of(), behind.contradictions(of(plain)));
    assertEquals(1, behind.contradictions(of(CHECKED)).size());
  }

  @Test
  void handlersBeforeTheFaultCount() {
    Policy once = new Policy(List.of(new PolicyRule.Once("check")));
    assertEquals(List.of(), once.contradictions(of(CHECKED)));
    Sequence twice = Sequence.of(Stage.of("check")).onFault(OnFault.any(Stage.of("check")));
    assertEquals(1, once.contradictions(of(twice)).size());
    Policy order = new Policy(List.of(new PolicyRule.Order("a", "store")));
    assertEquals(1, order.contradictions(of(CHECKED)).size(), "store may have been met before a");
    Sequence deep =
        Sequence.of(
                Repeat.times(2, Stage.of("x"), Stage.of("check")),
                Choose.when(PropertyCondition.present("p"), Stage.of("y")))
            .onFault(OnFault.any(Stage.of("x")));
    Policy never = new Policy(List.of(new PolicyRule.Order("y", "x")));
    assertEquals(1, never.contradictions(of(deep)).size());
  }

  @Test
  void caughtHandlersAreNotCertain() {
    assertEquals(
        List.of("last"),
        Constructs.certain(of(CHECKED).body()).stream().map(HandlerEntry::name).toList());
  }

  @Test
  void restMustNotCatchFaultsThatHaltInTheOrchestration() {
    Sequence planned = Sequence.of(Stage.of("check"));
    assertEquals(
        Optional.of("handler 'check' must perform and not be oneway, as in its orchestration"),
        Strictness.objection(List.of(planned), CHECKED));
    assertEquals(Optional.empty(), Strictness.objection(List.of(CHECKED), CHECKED));
    assertEquals(Optional.empty(), Strictness.objection(List.of(CHECKED), planned));
  }

  @Test
  void graphShowsTheFaultSequence() {
    Orchestrations all = Orchestrations.of(List.of(of(CHECKED)), List.of());
    String picture = Graph.of(all).mermaid();
    assertTrue(picture.contains("subgraph s0[\"sequence\"]"), picture);
    assertTrue(picture.contains("on fault<br/>NOT_SERVED"), picture);
    assertTrue(picture.contains("on fault<br/>any fault"), picture);
  }

  @Test
  void deepestAllowedNestingCanBeKept() {
    Sequence deep = Sequence.of(Stage.of("a"));
    while (Constructs.mostDepth(deep) < Orchestration.MAX_DEPTH - 1) {
      deep = Sequence.of(deep).onFault(OnFault.any(Stage.of("b")));
    }
    Sequence deepest = deep;
    Orchestration allowed =
        new Orchestration("o", deepest, Optional.empty(), false, CrashRecovery.NONE, Direct.AUTO);
    Sequence kept = Sequence.of(Stage.of("begun"), allowed.body());
    assertEquals(kept, OrchestrationDocument.parseKept(OrchestrationWriter.kept(kept)));
    Sequence more = Sequence.of(Sequence.of(deepest)).onFault(OnFault.any(Stage.of("b")));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Orchestration("o", more, Optional.empty(), false, CrashRecovery.NONE, Direct.AUTO));
  }
}
