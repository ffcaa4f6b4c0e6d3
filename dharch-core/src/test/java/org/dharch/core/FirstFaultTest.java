package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

/** Of a stage whose handlers throw, the first in the document decides what the sender gets. */
class FirstFaultTest {
  private static Bench bench(HandlerEntry... handlers) {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(handlers)));
    bench.node("n", "a", "b");
    bench.accepted("m");
    return bench;
  }

  private static ThrownFault thrown(String by) {
    return new ThrownFault(
        new QName("urn:t", by, "t"),
        List.of(),
        List.of(new ThrownFault.Reason("", "thrown by " + by)),
        "",
        "",
        List.of("<d/>"),
        List.of(),
        MessageProperties.empty().with("by", by));
  }

  private static void failed(Bench bench, Bench.Sent sent, String handler) {
    Task task = sent.task(handler);
    bench.reply(
        sent,
        List.of(
            HandlerResult.of(
                    task.index(),
                    task.attempt(),
                    HandlerResult.Status.FAILED,
                    "thrown",
                    1,
                    1,
                    Changes.NONE)
                .fault(thrown(handler))));
  }

  private static Outcome.Failed outcome(Bench bench) {
    return assertInstanceOf(Outcome.Failed.class, bench.outcomes.get("m"));
  }

  @Test
  void theFirstInTheDocumentDecidesWhicheverFailsFirst() {
    Bench bench = bench(HandlerEntry.of("a"), HandlerEntry.of("b"));
    Bench.Sent sent = bench.batch();
    failed(bench, sent, "b");
    assertNull(bench.outcomes.get("m"), "a may fail, too");
    failed(bench, sent, "a");
    assertEquals(Optional.of(thrown("a")), outcome(bench).fault().thrown());
    assertEquals("a", outcome(bench).properties().text("by", ""), "as a has set it");
  }

  @Test
  void theLaterOneDecidesWhenTheFirstHasPerformed() {
    Bench bench = bench(HandlerEntry.of("a"), HandlerEntry.of("b"));
    Bench.Sent sent = bench.batch();
    failed(bench, sent, "b");
    bench.performed(sent, "a");
    assertEquals(Optional.of(thrown("b")), outcome(bench).fault().thrown());
  }

  @Test
  void theFirstNeedNotWaitForTheLaterOne() {
    Bench bench = bench(HandlerEntry.of("a"), HandlerEntry.of("b"));
    failed(bench, bench.batch(), "a");
    assertEquals("a", outcome(bench).fault().handler());
  }

  @Test
  void aHandlerThatNeedNotPerformIsNotWaitedFor() {
    Bench bench = bench(HandlerEntry.of("a").mustPerform(false), HandlerEntry.of("b"));
    failed(bench, bench.batch(), "b");
    assertEquals("b", outcome(bench).fault().handler());
  }

  @Test
  void theKnownFaultDecidesWhenTheDeadlinePasses() {
    Bench bench =
        bench(HandlerEntry.of("a").timeToFinish(Duration.ofHours(1)), HandlerEntry.of("b"));
    Bench.Sent sent = bench.batch();
    failed(bench, sent, "b");
    for (int i = 0; i < 120 && bench.outcomes.isEmpty(); i++) {
      bench.advance(Duration.ofSeconds(1));
      bench.heartbeat(sent.node(), "a", "b");
    }
    assertEquals(Fault.Code.HANDLER_FAILED, outcome(bench).fault().code());
    assertEquals(Optional.of(thrown("b")), outcome(bench).fault().thrown());
  }

  @Test
  void hiddenDetailLeavesCodeAndReason() {
    Bench bench = bench(HandlerEntry.of("a"));
    failed(bench, bench.batch(), "a");
    ThrownFault brief = outcome(bench).withoutDetail().fault().thrown().orElseThrow();
    assertEquals(List.of(), brief.detail());
    assertEquals("thrown by a", brief.reason());
    assertEquals(thrown("a").code(), brief.code());
  }

  @Test
  void aMalformedResultIsTheHandlersFailure() {
    Bench bench = bench(HandlerEntry.of("a"));
    byte[] broken = "<x>\n<y></x>".getBytes(StandardCharsets.UTF_8);
    bench.changed(bench.batch(), "a", Changes.builder().replace(Part.body(), broken).build());
    assertEquals("failed", outcome(bench).timeline().attempts().get(0).result());
    String reason = outcome(bench).fault().reason();
    assertTrue(reason.startsWith("its result does not fit the message: "), reason);
    assertTrue(reason.contains("line 2"), reason);
  }
}
