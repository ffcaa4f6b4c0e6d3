package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Part;
import org.dharch.core.message.Fault;
import org.dharch.test.HandlerRun;
import org.dharch.test.HandlerTester;
import org.dharch.test.TestMessage;
import org.junit.jupiter.api.Test;

final class SizeLogTest {
  private static final TestMessage ORDER = TestMessage.soap11("<order xmlns='urn:orders'/>");

  @Test
  void sizeIsAProperty() {
    try (HandlerTester tester = HandlerTester.of(SizeLog.class).parameter("limit", "200").start()) {
      HandlerRun run = tester.handle(ORDER);
      assertTrue(run.performed(), run::toString); // toString says all that happened
      assertEquals(Optional.of(run.given().length()), run.properties().get("envelope.size"));
      assertEquals(ORDER.toString(), run.envelope());
    }
  }

  @Test
  void largerMessageIsRejected() {
    try (HandlerTester tester = HandlerTester.of(SizeLog.class).parameter("limit", "9").start()) {
      HandlerRun run = tester.handle(ORDER);
      assertEquals(Fault.Code.HANDLER_FAILED, run.fault().orElseThrow().code());
      assertTrue(run.trace().contains("SizeLog.handle"), run::trace);
      assertTrue(run.log().get(0).thrown().contains("limit=9"));
    }
  }

  @Test
  void changesOnlyDeclaredParts() {
    Part tag = Part.header(new QName("urn:example:tag", "Tag"), 0);
    try (HandlerTester tester = HandlerTester.of(TagHandler.class).writes(tag).start()) {
      assertTrue(tester.handle(ORDER).performed());
    }
    try (HandlerTester tester = HandlerTester.of(TagHandler.class).writes(Part.body()).start()) {
      Fault fault = tester.handle(ORDER).fault().orElseThrow();
      assertEquals(Fault.Code.CONFLICT, fault.code());
      assertTrue(fault.reason().contains("{urn:example:tag}Tag"), fault::toString);
    }
  }

  @Test
  void parallelMessagesHaveTheirOwnSizes() {
    try (HandlerTester tester = HandlerTester.of(SizeLog.class).concurrency(8).start()) {
      List<HandlerRun> runs =
          tester.concurrently(8, 100, number -> TestMessage.soap11("<n>" + number + "</n>"));
      for (HandlerRun run : runs) {
        assertEquals(Optional.of(run.given().length()), run.properties().get("envelope.size"));
      }
    }
  }
}
