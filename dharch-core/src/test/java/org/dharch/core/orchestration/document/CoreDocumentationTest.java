package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.testing.DocsPage;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of docs/orchestration.md work. */
class CoreDocumentationTest {
  private static final DocsPage ORCHESTRATION = DocsPage.of("orchestration.md");
  private static final DocsPage POLICY = DocsPage.of("policy.md");

  @Test
  void exampleMatchesThePageAndIsValid() {
    Path example = DocsPage.example("orchestration.xml");
    assertTrue(ORCHESTRATION.shows("xml", example));
    Orchestrations read = OrchestrationDocument.read(example);
    String notation = read.byName().get("orders").notation();
    String page = ORCHESTRATION.text().replaceAll("\\s+", " ");
    assertTrue(page.contains("`orders` is `" + notation + "`"), notation);
    assertEquals(3, read.rules().size());
    assertEquals(Policy.read(DocsPage.example("policy.xml")), read.policy());
  }

  @Test
  void restOnThePageIsValid() {
    String page = ORCHESTRATION.text();
    int from = page.indexOf("<rest ");
    String rest = page.substring(from, page.indexOf("</rest>", from) + "</rest>".length());
    assertEquals(
        "{validation} {billing,notice}",
        Constructs.notation(OrchestrationDocument.parseRest(rest)));
  }

  @Test
  void policyMatchesThePage() {
    assertTrue(POLICY.shows("xml", DocsPage.example("policy.xml")));
  }

  @Test
  void policyErrorsMatchThePage() {
    String xml =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1" policy="policy.xml">
          <orchestration name="hasty">
            <handler name="validation"/>
            <choose><when property="encrypted"><handler name="decryption"/></when></choose>
          </orchestration>
        </orchestrations>
        """;
    String errors =
        assertThrows(
                DocumentException.class,
                () ->
                    OrchestrationDocument.parse(
                        "orchestration.xml", xml, name -> Policy.read(DocsPage.example(name))))
            .getMessage();
    assertTrue(POLICY.shows("", errors + "\n"), errors);
  }

  @Test
  void errorsMatchThePage() {
    String xml =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1">

          <orchestration name="a">
            <handler nam="A"/>
          </orchestration>
          <rule orchestration="a" flow="sideways"/>
        </orchestrations>
        """;
    String errors =
        assertThrows(
                DocumentException.class,
                () -> OrchestrationDocument.parse("orchestration.xml", xml))
            .getMessage();
    assertTrue(ORCHESTRATION.shows("", errors + "\n"), errors);
  }

  @Test
  void javaOnThePageBuildsTheModel() {
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(
                Orchestration.of(
                    "orders",
                    Stage.of("decompression"),
                    Stage.of(
                        HandlerEntry.of("decryption")
                            .access(Access.of(Set.of(), Set.of(new DeclaredPart.Body())))
                            .retry(
                                new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1))),
                        HandlerEntry.of("monitoring").mustPerform(false)),
                    Choose.when(
                            new XPathCondition("//o:express", Map.of("o", "urn:example:orders")),
                            Stage.of("express"))
                        .otherwise(Repeat.times(2, Stage.of("queue"))),
                    Stage.of(HandlerEntry.of("logging").oneway(true)))),
            List.of(
                Rule.service(Direction.IN, "OrderService", "orders")
                    .when(PropertyCondition.is("tenant", "acme"))));
    assertEquals(
        "{decompression} {decryption,monitoring} (?{express}|2*({queue})) {logging}",
        orchestrations.byName().get("orders").notation());
  }

  /** The page has exactly the code of the test above. */
  @Test
  void javaOnThePageMatchesTheTest() throws Exception {
    String source =
        Files.readString(
            Path.of(
                "src/test/java/org/dharch/core/orchestration/document/CoreDocumentationTest.java"));
    List<String> examples = ORCHESTRATION.blocks("java");
    assertEquals(1, examples.size());
    String example = examples.get(0).replaceAll("\\s+", "");
    assertTrue(source.replaceAll("\\s+", "").contains(example), example);
  }

  /** Fault E10: the page let a NaN hold. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "true(), true",
        "false(), false",
        "0 div 0, false",
        "0, false",
        "-0, false",
        "-1, true",
        "1 div 0, true",
        "'', false",
        "'false', true",
        "//nosuch, false",
        "//x, true"
      })
  void conditionsMatchThePage(String test, boolean holds) {
    MessageView message =
        new MessageView(Utf8.bytes("<x/>"), MessageProperties.empty(), Limits.DEFAULT);
    assertEquals(holds, new XPathCondition(test, Map.of()).holds(message));
  }

  /** Fault E10: bytes were called characters. */
  @Test
  void restBoundsMatchThePage() {
    String page = ORCHESTRATION.text().replaceAll("\\s+", " ");
    assertTrue(
        page.contains(
            "It has at most "
                + OrchestrationDocument.MAX_REST_CHARS
                + " characters, and at most "
                + Orchestration.MAX_HANDLERS
                + " handlers; as a property of a message that travels it has at most "
                + Limits.DEFAULT.maxPropertyBytes()
                + " bytes in UTF-8, with its name"));
  }
}
