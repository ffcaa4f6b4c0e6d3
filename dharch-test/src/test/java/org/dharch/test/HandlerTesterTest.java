package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler.Ending;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One handler alone, as its node runs it. */
final class HandlerTesterTest {
  private static final Part STAMP = Part.header(new QName("urn:t", "Stamp"), 0);
  private static final TestMessage ORDER =
      TestMessage.soap11("<o:order xmlns:o='urn:o'>7</o:order>");

  @Test
  void nativeHandlerHasChangesEnvelopePropertiesAndLog() {
    TestMessage known = TestMessage.soap12("<o/>", "<t:Known xmlns:t='urn:t'/>");
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Stamp.class).parameter("text", "blue").start()) {
      HandlerRun run = tester.handle(known.property("other", 1));
      assertTrue(run.performed(), run::toString);
      assertEquals(Optional.of("blue"), run.properties().get("stamp"));
      assertEquals(Optional.of(1), run.properties().get("other"));
      assertEquals(Set.of(new HeaderRef(new QName("urn:t", "Known"), 0)), run.processed());
      assertTrue(
          run.envelope()
              .contains("<t:Known xmlns:t='urn:t'/><t:Stamp xmlns:t=\"urn:t\">blue</t:Stamp>"),
          run::envelope);
      assertEquals("blue", run.changes().properties().get("stamp"));
      assertEquals(known.toString(), run.given());
      LogLine line = run.log().get(0);
      assertEquals("stamped with blue", line.message());
      assertEquals(AuthorsHandlers.Stamp.class.getName(), line.logger());
      assertEquals(run.message().id().toString(), line.mdc().get("messageId"));
    }
  }

  @Test
  void unchangedMessageKeepsItsBytes() {
    try (HandlerTester tester = HandlerTester.of(AuthorsHandlers.Idle.class).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertEquals(Changes.NONE, run.changes());
      assertArrayEquals(
          ORDER.toString().getBytes(StandardCharsets.UTF_8), run.message().envelopeBytes());
    }
  }

  @Test
  void axis2HandlerRunsUnchanged() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Axis2Stamp.class).parameter("text", "red").start()) {
      HandlerRun run = tester.handle(ORDER.action("urn:place").service("Orders"));
      assertTrue(run.performed(), run::toString);
      assertTrue(run.envelope().contains(">red</t:Stamp>"), run::envelope);
      assertEquals(Optional.of(true), run.properties().get("stamp"));
      assertEquals(1, run.changes().addedHeaders().size());
      assertEquals(List.of("for urn:place"), run.log().stream().map(LogLine::message).toList());
    }
  }

  @Test
  void jaxwsHandlerRunsUnchanged() {
    try (HandlerTester tester = HandlerTester.of(AuthorsHandlers.JaxwsStamp.class).start()) {
      HandlerRun run = tester.handle(ORDER.flow(Direction.OUT));
      assertTrue(run.performed(), run::toString);
      assertTrue(run.envelope().contains("Stamp"), run::envelope);
    }
  }

  @Test
  void axis1HandlerRunsUnchanged() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Axis1Stamp.class).parameter("text", "old").start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
      assertTrue(run.envelope().contains(">old</"), run::envelope);
    }
  }

  @Test
  void failureHasFaultTraceAndLog() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Moody.class)
            .name("moody")
            .parameter("good", "9")
            .retries(1)
            .start()) {
      HandlerRun run = tester.handle(ORDER);
      assertFalse(run.performed());
      Fault fault = run.fault().orElseThrow();
      assertEquals(Fault.Code.HANDLER_FAILED, fault.code());
      assertEquals("moody", fault.handler());
      assertTrue(fault.reason().contains("not in the mood"), fault::reason);
      assertTrue(run.trace().contains("AuthorsHandlers$Moody.handle"), run::trace);
      assertTrue(run.trace().contains("Caused by: java.lang.RuntimeException: the weather"));
      assertEquals(List.of(1, 2), run.attempts().stream().map(HandlerAttempt::number).toList());
      assertTrue(run.log().stream().anyMatch(line -> line.thrown().contains("not in the mood")));
      IllegalStateException none = assertThrows(IllegalStateException.class, run::envelope);
      assertTrue(none.getMessage().contains("not in the mood"), none::getMessage);
    }
  }

  @Test
  void retryMaySucceed() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Moody.class).parameter("good", "3").retries(2).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
      assertEquals(3, run.attempts().size());
    }
  }

  @Test
  void timeToFinishIsEnforced() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Slow.class).timeToFinish(Duration.ofMillis(50)).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertEquals(Fault.Code.HANDLER_TIMED_OUT, run.fault().orElseThrow().code());
      assertTrue(run.trace().contains("AuthorsHandlers$Slow.handle"), run::toString);
    }
  }

  @Test
  void undeclaredChangeIsAConflictThatNamesTheBlock() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Stamp.class)
            .parameter("text", "blue")
            .writesProperties("stamp")
            .start()) {
      HandlerRun run = tester.handle(ORDER);
      Fault fault = run.fault().orElseThrow();
      assertEquals(Fault.Code.CONFLICT, fault.code());
      assertTrue(fault.reason().contains("{urn:t}Stamp"), fault::reason);
    }
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Stamp.class)
            .parameter("text", "blue")
            .writes(STAMP)
            .writesProperties("stamp")
            .start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
    }
  }

  @Test
  void declarationsComeFromADocument(@TempDir Path folder) throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("orchestration.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="o">
                <handler name="stamp" node="far" atomicity="atomic" compensator="unstamp">
                  <writes><property name="stamp"/></writes>
                </handler>
                <handler name="twice"/>
                <handler name="twice" completionCallback="true"/>
              </orchestration>
            </orchestrations>
            """);
    HandlerTester.Builder stamp =
        HandlerTester.of(AuthorsHandlers.Stamp.class)
            .parameter("text", "blue")
            .declaredIn(document);
    try (HandlerTester tester = stamp.name("stamp").start()) {
      Fault fault = tester.handle(ORDER).fault().orElseThrow();
      assertEquals(Fault.Code.CONFLICT, fault.code(), fault::toString);
    }
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> stamp.name("none").start());
    assertEquals(document + " must have handler 'none' (got stamp, twice)", none.getMessage());
    IllegalArgumentException twice =
        assertThrows(IllegalArgumentException.class, () -> stamp.name("twice").start());
    assertTrue(
        twice.getMessage().contains("must have only one entry of handler 'twice' (got 2)"),
        twice::getMessage);
  }

  @Test
  void partialHandlerReceivesItsDeclaredParts() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Idle.class)
            .reads(Part.header(new QName("urn:h", "A"), 0))
            .partial()
            .start()) {
      HandlerRun run =
          tester.handle(
              TestMessage.soap11(
                  "<o>secret</o>", "<h:A xmlns:h='urn:h'>a</h:A>", "<h:B xmlns:h='urn:h'>b</h:B>"));
      assertTrue(run.performed(), run::toString);
      assertTrue(run.given().contains(">a</h:A>"), run::given);
      assertFalse(run.given().contains("secret"), run::given);
      assertFalse(run.given().contains(">b</h:B>"), run::given);
    }
  }

  @Test
  void nodeRefusalIsReported() {
    DHArchException missing =
        assertThrows(
            DHArchException.class, () -> HandlerTester.of(AuthorsHandlers.Stamp.class).start());
    assertTrue(missing.getMessage().contains("parameter text is missing"), missing::getMessage);
    DHArchException none =
        assertThrows(DHArchException.class, () -> HandlerTester.of(String.class).start());
    assertTrue(
        none.getMessage().contains("must implement org.dharch.api.DHHandler"), none::getMessage);
    DHArchException dispatcher =
        assertThrows(
            DHArchException.class,
            () -> HandlerTester.of(AuthorsHandlers.Dispatching.class).start());
    assertTrue(dispatcher.getMessage().contains("cannot run on a node"), dispatcher::getMessage);
  }

  @Test
  void responseRequiresMayRespond() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Answering.class).mayRespond().start()) {
      HandlerRun run = tester.handle(ORDER);
      assertEquals(Ending.RESPONDED, run.message().ending());
      assertEquals(ORDER.toString(), run.envelope());
      assertEquals(Optional.of(true), run.properties().get("answered"));
    }
    try (HandlerTester tester = HandlerTester.of(AuthorsHandlers.Answering.class).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.fault().orElseThrow().reason().contains("mayRespond"), run::toString);
    }
  }

  @Test
  void completionCallbackPrecedesTheEndOfTheRun() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Told.class).completionCallback().start()) {
      HandlerRun run = tester.handle(ORDER);
      assertEquals(Ending.COMPLETED, AuthorsHandlers.Told.ENDED.get(run.message().id()));
    }
  }

  @Test
  void emissionsAreAmongTheChanges() {
    try (HandlerTester tester = HandlerTester.of(AuthorsHandlers.Emitting.class).start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString);
      assertEquals("urn:copy", run.changes().emissions().get(0).action());
    }
  }

  @Test
  void limitsAreEnforced() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Stamp.class)
            .parameter("text", "b".repeat(2000))
            .maxPayloadBytes(1000)
            .start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.fault().isPresent(), run::toString);
      assertTrue(run.fault().get().reason().contains("maxPayloadBytes"), run::toString);
    }
  }

  @Test
  void parallelMessagesHaveTheirOwnRuns() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Counting.class).concurrency(4).start()) {
      List<HandlerRun> runs =
          tester.concurrently(8, 40, number -> ORDER.property("number", number));
      assertEquals(
          IntStream.range(0, 40).mapToObj(Integer::toString).toList(),
          runs.stream().map(run -> run.properties().text("seen", "")).toList());
      assertEquals(4, AuthorsHandlers.Counting.MOST.get());
    }
  }

  @Test
  void sequentialMessages() {
    try (HandlerTester tester =
        HandlerTester.of(AuthorsHandlers.Stamp.class).parameter("text", "n").start()) {
      List<HandlerRun> runs = tester.repeat(20, number -> ORDER);
      assertTrue(runs.stream().allMatch(HandlerRun::performed));
      assertEquals(20, runs.stream().map(run -> run.message().id()).distinct().count());
      IllegalArgumentException none =
          assertThrows(IllegalArgumentException.class, () -> tester.repeat(0, number -> ORDER));
      assertEquals("times must be 1 to 100000 (got 0)", none.getMessage());
    }
  }
}
