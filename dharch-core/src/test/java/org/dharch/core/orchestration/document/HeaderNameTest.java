package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.Bench;
import org.dharch.core.document.DocumentException;
import org.dharch.core.execution.stage.PartialEnvelope;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.junit.jupiter.api.Test;

/** Names of HTTP headers in documents are case-insensitive. */
final class HeaderNameTest {
  private static final String HEADER = "dharch.http.header.";

  private static Orchestrations document(String stage) {
    return OrchestrationDocument.parse(
        "doc.xml",
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
            + stage
            + "</orchestration><rule orchestration='o' property='dharch.http.header.X-T'/>"
            + "</orchestrations>");
  }

  @Test
  void conditionOnAHeader() {
    MessageView message =
        new MessageView(
            new byte[0], MessageProperties.of(Map.of(HEADER + "x-T", "mi")), Limits.DEFAULT);
    assertTrue(PropertyCondition.present(HEADER + "X-t").holds(message));
    assertTrue(PropertyCondition.is(HEADER + "x-t", "mi").holds(message));
    assertFalse(
        PropertyCondition.is(HEADER + "x-t", "MI").holds(message), "values are as they are");
    assertEquals(
        document("<handler name='a'/>"),
        OrchestrationDocument.parse(
            "doc.xml",
            OrchestrationWriter.document(document("<handler name='a'/>"))
                .replace("header.x-t", "header.X-T")));
  }

  @Test
  void handlersDeclaringTheSameHeaderConflict() {
    DocumentException e =
        assertThrows(
            DocumentException.class,
            () ->
                document(
                    "<stage><handler name='a'><writes><property name='dharch.http.header.X-A'/>"
                        + "</writes></handler><handler name='b'><reads>"
                        + "<property name='dharch.http.header.x-a'/></reads></handler></stage>"));
    assertTrue(e.getMessage().contains("property dharch.http.header.x-a"), e.getMessage());
  }

  @Test
  void changesMatchDeclarations() {
    assertEquals(
        new DeclaredPart.Property(HEADER + "X-A"), new DeclaredPart.Property(HEADER + "x-a"));
    Changes a = Changes.builder().property(HEADER + "X-A", "1").build();
    Changes b = Changes.builder().property(HEADER + "x-a", "2").build();
    assertTrue(Merge.conflict(a, b).isPresent(), "two values of one header");
    assertEquals(
        Map.of(HEADER + "x-a", "1"),
        PartialEnvelope.of(
                MessageContent.of(Bench.ENVELOPE)
                    .with(MessageProperties.empty().merge(a.properties(), List.of())),
                Set.of(),
                Limits.DEFAULT)
            .properties()
            .asMap());
  }
}
