package org.dharch.core.orchestration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.dharch.core.Flow;
import org.dharch.core.document.DocumentException;
import org.junit.jupiter.api.Test;

/** What docs/orchestration.md shows is what works. */
class DocumentationTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void theExampleIsTheOneOnThePageAndIsRead() throws Exception {
    Path example = DOCS.resolve("examples/orchestration.xml");
    String page = Files.readString(DOCS.resolve("orchestration.md"));
    assertTrue(page.contains("```xml\n" + Files.readString(example) + "```"));
    Orchestrations read = OrchestrationDocument.read(example);
    assertEquals(
        "{decompression} {decryption,monitoring} {logging}",
        read.byName().get("orders").notation());
    assertEquals(3, read.rules().size());
  }

  @Test
  void theErrorsAreThoseOnThePage() throws Exception {
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
    String page = Files.readString(DOCS.resolve("orchestration.md"));
    assertTrue(page.contains("```\n" + errors + "\n```"), errors);
  }

  @Test
  void theJavaOnThePageIsTheSameModel() {
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(
                Orchestration.of(
                    "orders",
                    Stage.of("decompression"),
                    Stage.of(
                        HandlerEntry.of("decryption")
                            .retry(
                                new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1))),
                        HandlerEntry.of("monitoring").mustPerform(false)),
                    Stage.of(HandlerEntry.of("logging").oneway(true)))),
            List.of(Rule.service(Flow.IN, "OrderService", "orders")));
    assertEquals(
        "{decompression} {decryption,monitoring} {logging}",
        orchestrations.byName().get("orders").notation());
  }
}
