package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.wire.Task;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** A handler answers its message, or accepts it: the service is spared it. */
class HandlerResponseTest {
  private static final HandlerEntry SINK = HandlerEntry.of("sink").mayRespond(true);
  private static final HandlerEntry AFTER = HandlerEntry.of("after");
  private static final byte[] ANSWER = bytes(EnvelopeText.SOAP11.of("<y/>"));

  private static Bench bench(Stage... stages) {
    Bench bench = new Bench(Orchestration.of("o", stages));
    bench.node("n", "before", "sink", "other", "after", "undo");
    bench.accepted("m");
    return bench;
  }

  private static Changes answer() {
    return Changes.builder().respond(ANSWER).property("p", "v").build();
  }

  private static Outcome.Responded answered(Bench bench) {
    return assertInstanceOf(Outcome.Responded.class, bench.outcomes.get("m"));
  }

  @Test
  void whatHandlersLeaveForTheExchangeIsThereHoweverItEnds() {
    Changes left = Changes.builder().property("dharch.exchange.rm", "s/1").build();
    Bench bench = bench(Stage.of(HandlerEntry.of("before")), Stage.of(AFTER));
    bench.changed(bench.batch(), "before", left);
    bench.failed(bench.batch(), "after", "no");
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, bench.outcomes.get("m"));
    assertEquals(left.properties(), ExchangeProperties.of(failed.properties()).asMap());
  }

  @Test
  void noLaterStageBeginsAndTheGatewayGetsTheAnswer() {
    Bench bench = bench(Stage.of(HandlerEntry.of("before")), Stage.of(SINK), Stage.of(AFTER));
    bench.performed(bench.batch(), "before");
    bench.changed(bench.batch(), "sink", answer());
    assertEquals(List.of(), bench.batches());
    Outcome.Responded outcome = answered(bench);
    assertArrayEquals(ANSWER, outcome.envelope().orElseThrow());
    assertEquals("v", outcome.properties().text("p", ""));
    assertEquals(List.of("handler 'sink' answered it"), outcome.timeline().notes());
    assertEquals(1, bench.counter(Counter.RESPONDED));
    assertEquals(0, bench.counter(Counter.COMPLETED));
    assertEquals(0, bench.manager.status().inFlight() + ManagerProbe.of(bench.manager).executing());
  }

  @Test
  void whatIsAcceptedHasNoAnswer() {
    Bench bench = bench(Stage.of(SINK), Stage.of(AFTER));
    bench.changed(bench.batch(), "sink", Changes.builder().accept().build());
    assertEquals(Optional.empty(), answered(bench).envelope());
  }

  @Test
  void theStageIsSettledFirst() {
    Bench bench = bench(Stage.of(SINK, HandlerEntry.of("other")));
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "sink", answer());
    assertTrue(bench.outcome("m").isEmpty());
    bench.changed(
        batch, "other", Changes.builder().property("q", 1).addHeader(bytes("<h/>")).build());
    assertEquals(1, answered(bench).properties().get("q").orElseThrow());
  }

  @Test
  void anotherOfItsStageThatMustPerformHaltsItAllTheSame() {
    Bench bench = bench(Stage.of(SINK, HandlerEntry.of("other")));
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "sink", answer());
    bench.failed(batch, "other", "no");
    assertEquals("other", bench.fault("m").handler());
  }

  @Test
  void withoutMayAnswerItIsTheHandlersFailure() {
    HandlerEntry bare =
        HandlerEntry.of("sink")
            .retry(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)));
    Bench bench = bench(Stage.of(bare), Stage.of(AFTER));
    bench.changed(bench.batch(), "sink", answer());
    bench.advance(Duration.ofMillis(2));
    bench.changed(bench.batch(), "sink", Changes.builder().accept().build());
    assertEquals(
        new Fault(
            Fault.Code.HANDLER_FAILED,
            "sink",
            "its result does not fit the message: it responded without mayRespond='true' in its"
                + " entry"),
        bench.fault("m"));
    Bench optional = bench(Stage.of(bare.mustPerform(false).retry(RetryPolicy.NONE)));
    optional.changed(optional.batch(), "sink", answer());
    assertInstanceOf(Outcome.Completed.class, optional.outcomes.get("m"));
    assertEquals(Optional.empty(), optional.completed("m").properties().get("p"));
  }

  @Test
  void onlyARequestCanBeAnswered() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT,
            Orchestrations.of(
                List.of(Orchestration.of("o", Stage.of(SINK))),
                List.of(Rule.all(Direction.OUT, "o"))));
    bench.node("n", "sink");
    bench.manager.admit(
        bench.gateway, "m", Submission.of(Direction.OUT, "Service", Bench.ENVELOPE));
    bench.changed(bench.batch(), "sink", answer());
    assertEquals(
        "its result does not fit the message: it responded to a message that is not a request",
        bench.fault("m").reason());
  }

  @Test
  void whatIsNoAnswerIsTheHandlersFailure() {
    Map<byte[], String> answers =
        Map.of(
            bytes("<no"), "its response is no envelope: ",
            bytes(EnvelopeText.SOAP12.of("<y/>")),
                "its response is of SOAP 1.2, the message of 1.1");
    answers.forEach(
        (bad, reason) -> {
          Bench bench = bench(Stage.of(SINK));
          bench.changed(bench.batch(), "sink", Changes.builder().respond(bad).build());
          String output = bench.fault("m").reason();
          assertTrue(output.startsWith("its result does not fit the message: " + reason), output);
        });
  }

  @Test
  void twoAnswersOfOneStageAreAConflict() {
    HandlerEntry other = HandlerEntry.of("other").mayRespond(true);
    Bench bench = bench(Stage.of(SINK, other));
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "other", Changes.builder().accept().build());
    bench.changed(batch, "sink", answer());
    assertEquals(
        new Fault(
            Fault.Code.CONFLICT,
            "other",
            "it responded to the message, which handler 'sink' of the same stage did too"),
        bench.fault("m"));
    Bench optional = bench(Stage.of(SINK.mustPerform(false), other));
    batch = optional.batch();
    optional.changed(batch, "other", Changes.builder().accept().build());
    optional.changed(batch, "sink", answer());
    assertEquals(Optional.empty(), answered(optional).envelope(), "the optional one gives way");
  }

  @Test
  void whatItSaysOfTheRestIsOfNoUse() {
    Bench bench = bench(Stage.of(SINK), Stage.of(AFTER));
    Changes rest =
        Changes.builder()
            .respond(ANSWER)
            .property(MessageProperties.REST, "<rest xmlns='urn:dharch:orchestration:1'/>")
            .build();
    bench.changed(bench.batch(), "sink", rest);
    assertEquals(Optional.empty(), answered(bench).properties().get(MessageProperties.REST));
  }

  @Test
  void requesterReceivesTheHandlersResponseWithoutCompensation() {
    HandlerEntry before =
        HandlerEntry.of("before")
            .completionCallback(true)
            .atomicity(Atomicity.ATOMIC)
            .compensator("undo");
    Bench bench = bench(Stage.of(before), Stage.of(SINK), Stage.of(AFTER.completionCallback(true)));
    bench.performed(bench.batch(), "before");
    bench.changed(bench.batch(), "sink", answer());
    answered(bench);
    Bench.Sent told = bench.batch();
    assertEquals(List.of(Task.Purpose.NOTIFY_ANSWERED), purposes(told));
    bench.performed(told, "before");
    assertEquals(List.of(), bench.batches());
    assertEquals(0, ManagerProbe.of(bench.manager).executing());
  }

  private static List<Task.Purpose> purposes(Bench.Sent sent) {
    return sent.batch().tasks().stream().map(Task::purpose).toList();
  }

  @Test
  void handlersBehindAResponseNeedNoNode() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(SINK), Stage.of(AFTER)));
    bench.node("n", "sink");
    bench.accepted("m");
    bench.accepted("other");
    List<Bench.Sent> batches = bench.batches();
    bench.changed(batches.get(0), "sink", answer());
    answered(bench);
    bench.performed(batches.get(1), "sink");
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("other").code());
  }
}
