package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.Strictness;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** The parts of a message that the orchestration sends to a handler. */
class SendTest {
  private static final DeclaredPart CITY =
      new DeclaredPart.Element(List.of(new QName("urn:r", "route"), new QName("urn:r", "city")));
  private static final DeclaredPart P = new DeclaredPart.Property("p");
  private static final HandlerEntry MAP = HandlerEntry.of("map").send(CITY, P);
  private static final String DOCUMENT =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1" xmlns:r="urn:r">
        <orchestration name="o">
          <handler name="map"%s
            <send><element path="r:route/r:city"/><property name="p"/></send>
          </handler>
        </orchestration>
      </orchestrations>
      """;

  @Test
  void onlyTheseGoToItsNodeAndTheOthersOfItsStageGetAll() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(MAP, HandlerEntry.of("all"))));
    bench.node("n", "map", "all");
    byte[] envelope =
        Utf8.bytes(
            EnvelopeText.SOAP11.of(
                "<r:route"
                    + " xmlns:r=\"urn:r\"><r:name>secret</r:name><r:city>Bern</r:city></r:route>"));
    bench.manager.admit(
        bench.gateway,
        "m",
        Submission.of(Direction.IN, "Service", envelope)
            .with(org.dharch.api.MessageProperties.empty().with("p", "1").with("q", "2")));
    List<Bench.Sent> sent = bench.batches();
    assertEquals(2, sent.size());
    for (Bench.Sent one : sent) {
      boolean parts = one.handlers().equals(Set.of("map"));
      String text = Utf8.text(one.batch().envelope());
      assertTrue(text.contains("Bern"));
      assertEquals(!parts, text.contains("secret"));
      assertEquals("1", one.batch().properties().text("p", ""));
      assertEquals(parts ? "" : "2", one.batch().properties().text("q", ""));
      String handler = parts ? "map" : "all";
      bench.changed(one, handler, Changes.builder().property(handler, "x").build());
    }
    assertTrue(Utf8.text(bench.completed("m").envelope()).contains("secret"));
    assertEquals("x", bench.completed("m").properties().text("map", ""));
  }

  @Test
  void itIsReadAndWritten() {
    Orchestrations read = OrchestrationDocument.parse("d", DOCUMENT.formatted(">"));
    assertEquals(Sequence.of(Stage.of(MAP)), read.named("o").body());
    assertEquals(read, OrchestrationDocument.parse("d", OrchestrationWriter.document(read)));
    assertEquals(Optional.of(Set.of(CITY, P)), MAP.parts().given());
    assertTrue(MAP.parts().includeBody());
    assertFalse(HandlerEntry.of("map").send(P).parts().includeBody());
    assertFalse(MAP.mayRunSpeculatively());
  }

  @Test
  void allThatItDeclaresIsNeeded() {
    HandlerEntry reader = MAP.access(Access.of(Set.of(CITY), Set.of()));
    assertEquals(Optional.empty(), reader.contradiction());
    DeclaredPart body = new DeclaredPart.Body();
    assertEquals(
        Optional.of("handler 'map' reads or writes body, which its send must name"),
        MAP.access(Access.of(Set.of(body), Set.of())).contradiction());
    assertEquals(
        "d:3:5: handler 'map' must not have a send, because it is partial",
        assertThrows(
                DocumentException.class,
                () ->
                    OrchestrationDocument.parse(
                        "d",
                        DOCUMENT.formatted(
                            " partial=\"true\"><reads><property name=\"p\"/></reads>")))
            .getMessage());
  }

  @Test
  void aRestSendsNoOtherParts() {
    Sequence planned = Sequence.of(Stage.of(MAP));
    assertEquals(
        Optional.of("handler 'map' must be sent the same parts as in its orchestration"),
        Strictness.objection(List.of(planned), Sequence.of(Stage.of("map"))));
    assertEquals(Optional.empty(), Strictness.objection(List.of(planned), planned));
  }
}
