package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.DHHandler.Ending;
import org.dharch.api.Part;
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
  @RegisterExtension
  final DHArchExtension dharch =
      DHArchExtension.builder()
          .node(Path.of("src/main/dharch/node.xml"))
          .orchestration(Path.of("src/main/dharch/orchestration.xml"))
          .build();

  @Test
  void itAddsItsBlockAndNothingElse() {
    try (HandlerTester tester =
        HandlerTester.of(TagHandler.class)
            .parameter("tag", "seen")
            .writes(Part.header(new QName("urn:example:tag", "Tag"), 0))
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
