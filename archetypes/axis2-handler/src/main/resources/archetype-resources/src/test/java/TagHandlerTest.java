package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.dharch.api.DHHandler.Ending;
import org.dharch.test.DHArchExtension;
import org.dharch.test.HandlerRun;
import org.dharch.test.HandlerTester;
import org.dharch.test.LogLine;
import org.dharch.test.MessageRun;
import org.dharch.test.TestMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TagHandlerTest {
  private static final TestMessage ORDER = TestMessage.soap11("<order xmlns='urn:orders'/>");

  /** The documents as they are in production. */
  private static final Path DOCUMENTS = Path.of("src/main/dharch");

  @RegisterExtension
  final DHArchExtension dharch =
      DHArchExtension.builder()
          .node(DOCUMENTS.resolve("node.xml"))
          .orchestration(DOCUMENTS.resolve("orchestration.xml"))
          .build();

  @Test
  void itAddsItsBlockAndNothingElse() {
    try (HandlerTester tester =
        HandlerTester.of(TagHandler.class)
            .name("tag")
            .declaredIn(DOCUMENTS.resolve("orchestration.xml"))
            .parameter("tag", "seen")
            .start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
      assertTrue(run.envelope().contains(">seen</t:Tag>"), run::envelope);
      assertEquals(List.of("tagged"), run.log().stream().map(LogLine::message).toList());
    }
  }

  @Test
  void withoutItsParameterItFails() {
    try (HandlerTester tester = HandlerTester.of(TagHandler.class).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.fault().orElseThrow().reason().contains("tag is missing"), run::toString);
    }
  }

  @Test
  void theOrchestrationNamesIt() {
    MessageRun run = dharch.send(ORDER);
    assertEquals(Ending.COMPLETED, run.ending(), run::toString);
    assertEquals(List.of(Set.of("tag")), run.stages());
  }
}
