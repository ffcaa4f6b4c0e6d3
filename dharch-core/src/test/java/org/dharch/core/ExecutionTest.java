package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

/**
 * One message's way through its stages, event by event, on a whole manager with a clock by hand.
 */
class ExecutionTest {
  private static final HandlerEntry A = HandlerEntry.of("A");

  private static RetryPolicy retries(int retries) {
    return new RetryPolicy(retries, Duration.ofMillis(100), Duration.ofMillis(400));
  }

  @Test
  void handlersOfAStageLeaveTogetherAndStagesFollowEachOther() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B"), Stage.of("C")));
    bench.node("n", "A", "B", "C");
    bench.accepted("m");

    Bench.Sent first = bench.batch();
    assertEquals(
        Set.of("A", "B"), first.handlers(), "one task batch names all handlers of the node");
    bench.performed(first, "A");
    assertEquals(List.of(), bench.batches(), "the next stage waits for B");
    bench.performed(first, "B");
    Bench.Sent second = bench.batch();
    assertEquals(Set.of("C"), second.handlers());
    assertTrue(bench.outcome("m").isEmpty());
    bench.performed(second, "C");

    Outcome.Completed completed = bench.completed("m");
    assertEquals(Bench.ENVELOPE.length, completed.envelope().length);
    assertEquals(
        List.of("A", "B", "C"),
        completed.timeline().attempts().stream().map(Timeline.Attempt::handler).toList());
    assertEquals(0, bench.manager.status().inFlight());
  }

  @Test
  void eachNodeGetsOneTaskBatchPerStage() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B", "C")));
    bench.node("n1", "A", "B");
    bench.node("n2", "C");
    bench.accepted("m");
    List<Bench.Sent> batches = bench.batches();
    assertEquals(
        List.of(Set.of("A", "B"), Set.of("C")),
        batches.stream().map(Bench.Sent::handlers).toList());
  }

  @Test
  void theLongestHandlerOfAStageIsBegunFirst() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B", "C", "D")));
    bench.node("n1", "A", "B", "D");
    bench.node("n2", "C");
    bench.accepted("m1");
    List<Bench.Sent> batches = bench.batches();
    assertEquals(List.of(List.of("A", "B", "D"), List.of("C")), handlersInOrder(batches));
    bench.performedIn(batches.get(0), "A", Duration.ofMillis(2));
    bench.performedIn(batches.get(0), "B", Duration.ofMillis(3));
    bench.performedIn(batches.get(0), "D", Duration.ofMillis(2));
    bench.performedIn(batches.get(1), "C", Duration.ofMillis(4));
    bench.completed("m1");

    bench.accepted("m2");
    batches = bench.batches();
    assertEquals(List.of(List.of("C"), List.of("B", "A", "D")), handlersInOrder(batches));
    for (int i = 0; i < 20; i++) { // what has changed since counts more
      for (Bench.Sent batch : batches) {
        for (Task task : batch.batch().tasks()) {
          bench.performedIn(
              batch, task.handler(), Duration.ofMillis(task.handler().equals("C") ? 1 : 2));
        }
      }
      bench.accepted("again " + i);
      batches = bench.batches();
    }
    assertEquals(List.of(List.of("B", "A", "D"), List.of("C")), handlersInOrder(batches));
  }

  private static List<List<String>> handlersInOrder(List<Bench.Sent> batches) {
    return batches.stream()
        .map(w -> w.batch().tasks().stream().map(Task::handler).toList())
        .toList();
  }

  @Test
  void theLeastLoadedNodeIsChosen() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n1", "A");
    bench.node("n2", "A");
    for (int i = 0; i < 4; i++) {
      bench.accepted("m" + i);
    }
    List<Bench.Sent> batches = bench.batches();
    assertEquals(
        2,
        batches.stream().filter(w -> w.node().name().equals("n1")).count(),
        "two each: " + batches);
    String freed = batches.get(1).node().name();
    batches.stream()
        .filter(batch -> batch.node().name().equals(freed))
        .forEach(batch -> bench.performed(batch, "A"));
    bench.accepted("m5");
    assertEquals(freed, bench.batch().node().name());
  }

  @Test
  void aDoubledOrLateOrForeignResultChangesNothing() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B")));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.performed(batch, "A");
    bench.performed(batch, "A");
    bench.failed(batch, "A", "too late to fail");
    assertTrue(bench.outcome("m").isEmpty());
    bench.performed(new Bench.Sent(new NodeId("other", "1"), batch.batch()), "B");
    assertTrue(bench.outcome("m").isEmpty(), "a node that was not asked cannot answer");
    bench.performed(batch, "B");
    bench.performed(batch, "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(4, bench.counter(Counter.RESULTS_IGNORED));
    assertEquals(2, bench.counter(Counter.RESULTS_APPLIED));
  }

  @Test
  void aFailureIsRepeatedAfterItsPauseAndThenSucceeds() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.retry(retries(2)))));
    bench.node("n", "A");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "first");
    assertEquals(List.of(), bench.batches(), "not before its pause");
    bench.advance(Duration.ofMillis(100));
    Bench.Sent again = bench.batch();
    assertEquals(2, again.task("A").attempt());
    bench.performed(again, "A");
    assertEquals(2, bench.completed("m").timeline().attempts().size());
    assertEquals(1, bench.counter(Counter.RETRIES));
  }

  @Test
  void retriesEndAndMustPerformHaltsWithHandlerAndCause() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.retry(retries(1))), Stage.of("B")));
    bench.node("n", "A", "B");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "broken");
    bench.advance(Duration.ofMillis(400));
    bench.failed(bench.batch(), "A", "still broken");
    assertEquals(new Fault(Fault.Code.HANDLER_FAILED, "A", "still broken"), bench.fault("m"));
    assertEquals(List.of(), bench.batches(), "B is never begun");
  }

  @Test
  void aFailureOfAHandlerThatNeedNotPerformIsNeglected() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.mustPerform(false)), Stage.of("B")));
    bench.node("n", "A", "B");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "never mind");
    bench.performed(bench.batch(), "B");
    Timeline timeline = bench.completed("m").timeline();
    assertTrue(timeline.notes().get(0).contains("never mind"), timeline.notes()::toString);
    assertEquals(1, bench.counter(Counter.SKIPPED));
  }

  @Test
  void aOnewayHandlerDelaysNothing() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.oneway(true), HandlerEntry.of("B"))));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    assertTrue(batch.task("A").oneway());
    bench.performed(batch, "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  /** As a logger at the end of a flow: the message is over in the turn in which it is sent. */
  @Test
  void finalOnewayHandlerIsSent() {
    Bench bench =
        new Bench(
            Orchestration.of("o", Stage.of("A"), Stage.of(HandlerEntry.of("L").oneway(true))));
    bench.node("n", "A", "L");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    Bench.Sent last = bench.batch();
    assertEquals(Set.of("L"), last.handlers());
    assertTrue(
        last.batch().timing().remaining().compareTo(Duration.ofSeconds(1)) > 0, "in time to begin");
  }

  @Test
  void aMessageOfOnewayHandlersAloneIsSent() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.oneway(true))));
    bench.node("n", "A");
    bench.accepted("m");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(Set.of("A"), bench.batch().handlers());
  }

  @Test
  void unservedOnewayHandlerHaltsNoMessage() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(A.oneway(true), HandlerEntry.of("B"))));
    bench.node("n", "B");
    bench.accepted("m");
    bench.performed(bench.batch(), "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void aHandlerThatNodesDoNotServeIsKnownAtAdmission() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.node("n", "A");
    Admission.Refused refused = (Admission.Refused) bench.admit("m");
    assertEquals(Fault.Code.NOT_SERVED, refused.fault().code());
    assertEquals("B", refused.fault().handler());
    assertTrue(refused.fault().reason().contains("[A]"), refused.fault()::reason);
    bench.node("n2", "B");
    bench.accepted("m");
  }

  @Test
  void aSilentReplyIsTimedOut() {
    HandlerEntry quick = A.timeToStart(Duration.ofMillis(100)).timeToFinish(Duration.ofMillis(200));
    Bench bench = new Bench(Orchestration.of("o", Stage.of(quick)));
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    bench.advance(Duration.ofMillis(1400));
    bench.heartbeat(node, "A");
    assertTrue(bench.outcome("m").isEmpty(), "the way there and back has its allowance");
    bench.advance(Duration.ofMillis(900));
    assertEquals(Fault.Code.HANDLER_TIMED_OUT, bench.fault("m").code());
    assertEquals(1, bench.counter(Counter.TIME_OUTS));
  }

  @Test
  void theDeadlineEndsTheMessageAndSaysWhatItWaitedFor() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")).deadline(Duration.ofMillis(500)));
    bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    assertEquals(Duration.ofMillis(500), batch.batch().timing().remaining());
    bench.advance(Duration.ofMillis(500));
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
    assertTrue(bench.fault("m").reason().endsWith("waiting for 'A'"), bench.fault("m")::reason);
    bench.performed(batch, "A");
    assertEquals(1, bench.counter(Counter.RESULTS_IGNORED));
  }

  @Test
  void theTaskBatchOfALostNodeGoesToAnother() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    NodeId first = bench.node("n1", "A");
    bench.accepted("m");
    Bench.Sent lost = bench.batch();
    assertEquals(first, lost.node());
    bench.node("n2", "A");
    bench.receiver.gone(first);
    Bench.Sent again = bench.batch();
    assertEquals("n2", again.node().name());
    bench.performed(lost, "A");
    assertTrue(bench.outcome("m").isEmpty(), "the lost node's late reply does not count");
    bench.performed(again, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(1, bench.counter(Counter.REROUTED));
  }

  @Test
  void aSilentNodeIsLost() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n1", "A");
    bench.accepted("m");
    bench.batches();
    bench.advance(Duration.ofSeconds(2));
    bench.node("n2", "A");
    bench.advance(Duration.ofSeconds(1));
    assertEquals("n2", bench.batch().node().name());
    assertEquals(1, bench.counter(Counter.NODES_LOST));
    assertEquals(1, bench.manager.status().nodes().size());
  }

  @Test
  void aNodeThatStartsAgainEndsItsOldLife() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.remembering("n", "1", "A");
    bench.accepted("m");
    bench.batches();
    NodeId again = bench.remembering("n", "2", "A");
    assertEquals(again, bench.batch().node());
  }

  @Test
  void anotherNodeOfItsNameWaitsUntilItIsLost() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    NodeId first = bench.node("n", "A");
    bench.accepted("m");
    bench.batches();
    NodeId other = new NodeId("n", "2");
    bench.heartbeat(other, "A");
    assertEquals(List.of(), bench.batches());
    bench.receiver.gone(first);
    bench.heartbeat(other, "A");
    bench.accepted("m2");
    assertEquals(other, bench.batch().node());
  }

  @Test
  void whenTheLastNodeIsLostTheMessageHaltsAtOnce() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    bench.receiver.gone(node);
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("m").code());
  }

  @Test
  void whatTheTransportDoesNotTakeIsTriedAgain() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n", "A");
    bench.transportUp = false;
    bench.accepted("m");
    assertEquals(1, bench.counter(Counter.SENDS_REFUSED));
    bench.transportUp = true;
    assertEquals(List.of(), bench.batches());
    bench.advance(Duration.ofMillis(20));
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void afterAReconnectWhatIsInFlightIsSentAgainAsTheSameAttempt() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.receiver.connected(false);
    bench.receiver.connected(true);
    Bench.Sent again = bench.batch();
    assertEquals(first.task("A"), again.task("A"));
    bench.performed(first, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void aRefusingNodeIsAvoidedAndTheNumberOfMovesIsBounded() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n1", "A");
    bench.node("n2", "A");
    bench.accepted("m");
    String last = "";
    int moves = 0;
    while (bench.outcome("m").isEmpty()) {
      Bench.Sent batch = bench.batch();
      assertTrue(!batch.node().name().equals(last), "not to the one that has just refused");
      last = batch.node().name();
      bench.reply(batch, "A", HandlerResult.Status.REFUSED, "draining", Changes.NONE);
      moves++;
    }
    assertEquals(RecoveryTable.MAX_REROUTES + 1, moves);
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("m").code());
  }

  @Test
  void changesOfAStageAreMergedAndTheNextStageSeesThem() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B"), Stage.of("C")));
    bench.node("n", "A", "B", "C");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(
        batch,
        "A",
        Changes.builder().addHeader(bytes("<h xmlns='u'/>")).property("seen", 1L).build());
    bench.changed(batch, "B", Changes.builder().replace(Part.body(), bytes("<y/>")).build());
    Bench.Sent next = bench.batch();
    String merged = text(next.batch().envelope());
    assertTrue(
        merged.contains("<h xmlns='u'/>") && merged.contains("<s:Body><y/></s:Body>"), merged);
    assertEquals(1L, next.batch().properties().get("seen").orElseThrow());
    bench.performed(next, "C");
    assertTrue(bench.completed("m").headersChanged());
    assertTrue(bench.completed("m").bodyChanged());
  }

  @Test
  void twoHandlersThatChangeTheSamePartAreAConflict() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A", "B")));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "A", Changes.builder().replace(Part.body(), bytes("<a/>")).build());
    bench.changed(batch, "B", Changes.builder().replace(Part.body(), bytes("<b/>")).build());
    Fault fault = bench.fault("m");
    assertEquals(Fault.Code.CONFLICT, fault.code());
    assertEquals("B", fault.handler());
    assertTrue(fault.reason().contains("'A'") && fault.reason().contains("body"), fault::reason);
  }

  @Test
  void aConflictOfAHandlerThatNeedNotPerformLeavesTheOthersChange() {
    Bench bench =
        new Bench(Orchestration.of("o", Stage.of(A, HandlerEntry.of("B").mustPerform(false))));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "A", Changes.builder().replace(Part.body(), bytes("<a/>")).build());
    bench.changed(batch, "B", Changes.builder().replace(Part.body(), bytes("<b/>")).build());
    String merged = text(bench.completed("m").envelope());
    assertTrue(merged.contains("<a/>") && !merged.contains("<b/>"), merged);
  }

  @Test
  void rubbishFromOneHandlerIsThatHandlersFailureAndIsRetried() {
    Bench bench =
        new Bench(Orchestration.of("o", Stage.of(A.retry(retries(1)), HandlerEntry.of("B"))));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "A", Changes.builder().addHeader(bytes("<h><unclosed></h>")).build());
    bench.changed(batch, "B", Changes.builder().addHeader(bytes("<fine xmlns='u'/>")).build());
    bench.advance(Duration.ofMillis(100));
    Bench.Sent again = bench.batch();
    assertEquals(Set.of("A"), again.handlers(), "B is not asked twice");
    bench.changed(again, "A", Changes.builder().addHeader(bytes("<h xmlns='u'/>")).build());
    String merged = text(bench.completed("m").envelope());
    assertTrue(merged.contains("<h xmlns='u'/><fine xmlns='u'/>"), merged);
  }

  private static final HeaderRef H = new HeaderRef(new QName("u", "h"), 0);

  private static Changes added(String text) {
    return Changes.builder().addHeader(bytes("<h xmlns='u'>" + text + "</h>")).build();
  }

  /** What is processed when these results came one after another. */
  private static Set<HeaderRef> processed(Changes... results) {
    Stage[] stages = new Stage[results.length];
    Arrays.setAll(stages, i -> Stage.of("A" + i));
    Bench bench = new Bench(Orchestration.of("o", stages));
    for (int i = 0; i < results.length; i++) {
      bench.node("n" + i, "A" + i);
    }
    bench.accepted("m");
    for (int i = 0; i < results.length; i++) {
      bench.changed(bench.batch(), "A" + i, results[i]);
    }
    return bench.completed("m").processed();
  }

  @Test
  void processedHeadersComeBack() {
    Changes marked = Changes.builder().processed(H).build();
    assertEquals(Set.of(H), processed(added("1"), marked));
    assertEquals(Set.of(H), processed(added("1"), marked, added("2")));
  }

  /** Fault E4: a flag for no block hit one that came later. */
  @Test
  void aFlagForABlockThatIsNotThereIsDropped() {
    Changes marked = Changes.builder().processed(H).build();
    assertEquals(Set.of(), processed(marked));
    assertEquals(Set.of(), processed(marked, added("1")));
  }

  /** Fault E4: a block that took the place of a processed one counted as processed. */
  @Test
  void aFlagDoesNotPassToWhatReplacesTheBlock() {
    Changes marked = Changes.builder().processed(H).build();
    byte[] other = bytes("<h xmlns='u'>2</h>");
    Changes replaced = Changes.builder().replace(new Part.Header(H), other).build();
    assertEquals(Set.of(), processed(added("1"), marked, replaced));
    Changes both = Changes.builder().replace(new Part.Header(H), other).processed(H).build();
    assertEquals(Set.of(H), processed(added("1"), marked, both));
    Changes removed = Changes.builder().removeHeader(H).addHeader(other).build();
    assertEquals(Set.of(), processed(added("1"), marked, removed));
  }

  /** Fault E8: what stood behind the body went through, and to every node. */
  @Test
  void aSecondBodyIsTheSendersFaultBeforeAnyHandler() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    bench.node("n", "A");
    byte[] two = bytes(text(Bench.ENVELOPE).replaceFirst("(<(\\w+):Body>.*</\\2:Body>)", "$1$1"));
    Submission message = Submission.of(Direction.IN, "Service", two);
    Admission.Refused refused =
        assertInstanceOf(Admission.Refused.class, bench.manager.admit(bench.gateway, "m", message));
    assertEquals(Fault.Code.MALFORMED, refused.fault().code());
    assertTrue(
        refused.fault().reason().contains("soap:Body must be single and last"),
        refused.fault().reason());
    assertEquals(List.of(), bench.sent);
  }

  /**
   * A handler that ends its process, as one message makes it do, does not end one after another.
   */
  @Test
  void aMessageThatNodesDoNotSurviveIsHaltedAfterThree() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));
    for (int i = 0; i < 5; i++) {
      bench.node("n" + i, "A");
    }
    bench.accepted("poison");
    for (int lost = 1; lost <= RecoveryTable.MAX_LOSSES; lost++) {
      bench.receiver.gone(bench.batch().node());
    }
    assertEquals(List.of(), bench.batches());
    assertEquals(Fault.Code.HANDLER_FAILED, bench.fault("poison").code());
    assertTrue(
        bench.fault("poison").reason().startsWith("3 nodes that had it were lost"),
        bench.fault("poison").reason());
    bench.accepted("other");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("other"));
  }
}
