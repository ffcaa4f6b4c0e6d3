package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** The queues, the window, and the door, on a test bench. */
class DHManagerTest {
  private static final Orchestration ONE = Orchestration.of("one", Stage.of("A"));

  private static Bench bench(int concurrencyLimit, int queueBound) {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.concurrencyLimit(concurrencyLimit).queueBound(queueBound), ONE);
    bench.node("n", "A");
    return bench;
  }

  @Test
  void theWindowAndTheQueuesBoundAreHardAndWaitingMessagesComeInOrder() {
    Bench bench = bench(2, 3);
    for (int i = 0; i < 5; i++) {
      bench.accepted("m" + i);
    }
    assertInstanceOf(Admission.Busy.class, bench.admit("one too many"));
    List<Bench.Sent> executing = bench.batches();
    assertEquals(2, executing.size());
    bench.performed(executing.get(0), "A");
    assertEquals(Set.of("m0"), bench.outcomes.keySet());
    Bench.Sent third = bench.batch();
    bench.accepted("m5");
    bench.performed(executing.get(1), "A");
    bench.performed(third, "A");
    assertEquals(List.of("m0", "m1", "m2"), List.copyOf(bench.outcomes.keySet()));
    assertEquals(1, bench.counter(Counter.BUSY));
    assertEquals(6, bench.counter(Counter.ADMITTED));
  }

  @Test
  void aWaitingMessagesDeadlineEndsItWithoutBeginning() {
    Bench bench = bench(1, 10);
    bench.accepted("long");
    bench.manager.admit(bench.gateway, "hurried", Submissions.operation("", Duration.ofMillis(50)));
    assertEquals(1, bench.batches().size());
    bench.advance(Duration.ofMillis(50));
    assertEquals(Fault.Code.DEADLINE, bench.fault("hurried").code());
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void aMessageCanBeWithdrawnWhileItWaitsAndWhileNothingThatMustPerformIsLeft() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.concurrencyLimit(1),
            Orchestration.of(
                "o", Stage.of("A"), Stage.of(HandlerEntry.of("B").mustPerform(false))));
    bench.node("n", "A", "B");
    MessageId executed = bench.accepted("executed");
    MessageId waiting = bench.accepted("waiting");
    assertTrue(bench.manager.cancel(waiting));
    assertEquals(Fault.Code.CANCELLED, bench.fault("waiting").code());
    assertTrue(bench.manager.cancel(executed));
    assertTrue(bench.outcome("executed").isEmpty(), "A must perform");
    bench.performed(bench.batch(), "A");
    assertTrue(bench.manager.cancel(executed));
    assertEquals(Fault.Code.CANCELLED, bench.fault("executed").code());
    assertFalse(bench.manager.cancel(executed), "it is not here any more");
    assertEquals(0, bench.manager.status().inFlight());
  }

  @Test
  void aMessageThatNoRuleMatchesPassesThrough() {
    Bench bench = bench(1, 1);
    assertInstanceOf(
        Admission.PassThrough.class,
        bench.manager.admit(
            bench.gateway, "out", Submission.of(Direction.OUT, "Service", Bench.ENVELOPE)));
  }

  @Test
  void anUnknownOrchestrationIsNamedWithTheKnownOnes() {
    Bench bench = bench(1, 1);
    Submission submission = Submissions.named(Direction.IN, "", "two");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> bench.manager.admit(bench.gateway, "m", submission));
    assertTrue(e.getMessage().contains("'two'") && e.getMessage().contains("[one]"), e::getMessage);
  }

  @Test
  void aMessagePastTheLimitIsRefusedWithTheFigures() {
    Limits small = new Limits(10, 10, 1000, 10, 10, 10);
    Bench bench = new Bench(DHManagerConfig.DEFAULT.limits(small), ONE);
    bench.node("n", "A");
    Admission.Refused refused = (Admission.Refused) bench.admit("m");
    assertEquals(Fault.Code.TOO_LARGE, refused.fault().code());
    assertTrue(refused.fault().reason().contains("maxPayloadBytes=10"), refused.fault()::reason);
  }

  @Test
  void messagesUnderWayKeepTheOrchestrationTheyBeganWith() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    bench.node("n", "A", "B", "C");
    bench.accepted("old");
    Bench.Sent a = bench.batch();
    bench.manager.orchestrations(
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("C"))), List.of(Rule.all(Direction.IN, "o"))));
    bench.performed(a, "A");
    assertEquals(Set.of("B"), bench.batch().handlers());
    bench.accepted("new");
    assertEquals(Set.of("C"), bench.batch().handlers());
  }

  @Test
  void throwingGatewayAffectsNoOtherMessage() {
    Bench bench = bench(1, 10);
    Gateway<String> broken =
        new Gateway<>() {
          @Override
          public void completed(String context, Outcome.Completed outcome) {
            throw new IllegalStateException("broken gateway");
          }

          @Override
          public void failed(String context, Outcome.Failed outcome) {
            throw new IllegalStateException("broken gateway");
          }

          @Override
          public void responded(String context, Outcome.Responded outcome) {
            throw new IllegalStateException("broken gateway");
          }
        };
    bench.manager.admit(broken, "broken", Submission.of(Direction.IN, "Service", Bench.ENVELOPE));
    bench.accepted("next");
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("next"));
    assertEquals(1, bench.counter(Counter.ERRORS));
  }

  @Test
  void closingHaltsWhatIsHereAndTakesNothingNew() {
    Bench bench = bench(1, 10);
    bench.accepted("executed");
    bench.accepted("waiting");
    bench.manager.close();
    assertEquals(Fault.Code.SHUT_DOWN, bench.fault("executed").code());
    assertEquals(Fault.Code.SHUT_DOWN, bench.fault("waiting").code());
    assertInstanceOf(Admission.Refused.class, bench.admit("late"));
    bench.manager.close();
  }

  @Test
  void rubbishFromTheTransportIsCountedAndIgnored() {
    Bench bench = bench(1, 10);
    bench.receiver.reply(
        org.dharch.core.wire.DMFormat.of(
            new MessageId(1, 2), MessageProperties.empty(), new byte[] {1, 2, 3}));
    assertEquals(1, bench.counter(Counter.MALFORMED));
    bench.accepted("next");
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("next"));
  }

  /** Fault D: what strangers sent was neither counted nor said. */
  @Test
  void framesWithInvalidSignatureAreCounted() {
    Bench bench = bench(1, 10);
    bench.receiver.forged("a reply without a seal");
    bench.receiver.forged("a heartbeat without a seal");
    assertEquals(2, bench.counter(Counter.FORGED));
    assertEquals(0, bench.counter(Counter.MALFORMED));
  }

  @Test
  void theLatestTimelinesAreKeptUpToTheBound() {
    Bench bench = new Bench(DHManagerConfig.DEFAULT.keptTimelines(2), ONE);
    bench.node("n", "A");
    List<MessageId> ids = List.of(bench.accepted("a"), bench.accepted("b"), bench.accepted("c"));
    bench.batches().forEach(batch -> bench.performed(batch, "A"));
    assertEquals(
        ids.subList(1, 3), bench.manager.status().timelines().stream().map(Timeline::id).toList());
  }

  @Test
  void aWrongConfigurationNamesFieldValueAndWhatIsAllowed() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> DHManagerConfig.DEFAULT.concurrencyLimit(0));
    assertEquals("concurrencyLimit must be 1 to 1000000 (got 0)", e.getMessage());
  }

  /** Else the living one would count as over, for ever. */
  @Test
  void lateEarlierIncarnationDoesNotEndTheLaterOne() {
    Bench bench = new Bench(DHManagerConfig.DEFAULT, ONE);
    NodeId later = new NodeId("n", "00000000002").withJournal("m");
    bench.heartbeat(later, "A");
    bench.heartbeat(new NodeId("n", "00000000001").withJournal("m"), "A");
    bench.heartbeat(later, "A");
    bench.accepted("m");
    assertEquals(later, bench.batch().node());
    bench.heartbeat(new NodeId("n", "00000000003").withJournal("m"), "A");
    bench.accepted("m2");
    assertEquals(Set.of("00000000003-m"), incarnations(bench));
  }

  private static Set<String> incarnations(Bench bench) {
    return bench.batches().stream()
        .map(batch -> batch.node().incarnation())
        .collect(Collectors.toSet());
  }

  @Test
  void incarnationsAreInTheOrderOfTheirBeginnings() {
    NodeId first = new NodeId("n", NodeId.incarnationNow());
    assertFalse(first.beganBefore(first));
    assertTrue(new NodeId("n", "9").beganBefore(new NodeId("n", "10")));
    assertTrue(new NodeId("n", "00fffffffffffff0").beganBefore(first));
    assertTrue(first.beganBefore(new NodeId("n", "ffffffffffffffff")));
  }
}
