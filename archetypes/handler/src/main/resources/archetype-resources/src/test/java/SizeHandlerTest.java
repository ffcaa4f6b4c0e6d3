package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.DHHandler.Ending;
import org.dharch.test.DHArchExtension;
import org.dharch.test.HandlerRun;
import org.dharch.test.HandlerTester;
import org.dharch.test.MessageRun;
import org.dharch.test.TestMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SizeHandlerTest {
  private static final TestMessage ORDER = TestMessage.soap11("<order xmlns='urn:orders'/>");

  /** The documents as they are in production. */
  @RegisterExtension
  final DHArchExtension dharch =
      DHArchExtension.builder()
          .node(Path.of("src/main/dharch/node.xml"))
          .orchestration(Path.of("src/main/dharch/orchestration.xml"))
          .build();

  @Test
  void theSizeIsAProperty() {
    try (HandlerTester tester =
        HandlerTester.of(SizeHandler.class).parameter("limit", "1000").start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
      assertEquals(Optional.of(run.given().length()), run.properties().get("envelope.size"));
      assertEquals(ORDER.toString(), run.envelope());
    }
  }

  @Test
  void whatIsLargerIsRefused() {
    try (HandlerTester tester =
        HandlerTester.of(SizeHandler.class).parameter("limit", "10").start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.fault().orElseThrow().reason().contains("limit=10"), run::toString);
      assertTrue(run.trace().contains("SizeHandler.handle"), run::trace);
    }
  }

  @Test
  void severalMessagesAtOnce() {
    try (HandlerTester tester = HandlerTester.of(SizeHandler.class).start()) {
      List<HandlerRun> runs = tester.concurrently(8, 200, number -> ORDER);
      assertTrue(runs.stream().allMatch(HandlerRun::performed));
    }
  }

  @Test
  void theOrchestrationNamesIt() {
    MessageRun run = dharch.send(ORDER);
    assertEquals(Ending.COMPLETED, run.ending(), run::toString);
    assertEquals(List.of(Set.of("size")), run.stages());
  }
}
