package org.dharch.core;

import static org.dharch.core.Submissions.operation;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.flow.PriorityRule;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Turns, slots and early refusals of a whole manager, on a test bench. */
class FlowControlTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final FlowControl ONE_AT_A_TIME =
      FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(1));

  private static Bench bench(FlowControl flow) {
    DHManagerConfig patient = DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1));
    Bench bench = new Bench(patient.flow(flow), Orchestration.of("one", Stage.of("A")));
    bench.node("n", "A");
    return bench;
  }

  private static Admission admit(Bench bench, String name, Submission message) {
    return bench.manager.admit(bench.gateway, name, message);
  }

  private static MessageId accepted(Bench bench, String name, Submission message) {
    return assertInstanceOf(Admission.Accepted.class, admit(bench, name, message)).id();
  }

  /** Has the message in execution take so long. */
  private static void take(Bench bench, Duration time) {
    Bench.Sent batch = bench.batch();
    bench.clock.advance(time);
    bench.performed(batch, "A");
  }

  /** Messages of this operation take so long, as has been seen. */
  private static void learn(Bench bench, String operation, Duration time) {
    for (int i = 0; i < JobSizes.FEW; i++) {
      accepted(bench, operation + " learned " + i, operation(operation));
      take(bench, time);
    }
    bench.outcomes.clear();
  }

  /** The order in which those that wait end, one second each. */
  private static List<String> order(Bench bench) {
    while (bench.manager.status().inFlight() > 0) {
      take(bench, Duration.ofMillis(10));
    }
    return new ArrayList<>(bench.outcomes.keySet());
  }

  private static Submission answer(MessageId request) {
    return Submissions.named(Direction.OUT, "x", "one").within(request);
  }

  private static Selection shortest(Duration ageing) {
    return new Selection.Shortest(ageing, new Selection.GroupBy.Nothing());
  }

  @Test
  void shortestJobIsFirstAndUnknownIsInTheMiddle() {
    Bench bench = bench(ONE_AT_A_TIME.selection(shortest(Duration.ofSeconds(10))));
    learn(bench, "short", Duration.ofMillis(10));
    learn(bench, "long", Duration.ofMillis(500));
    accepted(bench, "first", operation("long"));
    accepted(bench, "l", operation("long"));
    accepted(bench, "u", operation("unknown"));
    accepted(bench, "s", operation("short"));
    accepted(bench, "s2", operation("short"));
    assertEquals(List.of("first", "s", "s2", "u", "l"), order(bench));
  }

  @Test
  void ageingBoundsOvertaking() {
    Bench bench = bench(ONE_AT_A_TIME.selection(shortest(SECOND)));
    learn(bench, "short", Duration.ofMillis(10));
    learn(bench, "long", Duration.ofMillis(500));
    accepted(bench, "first", operation("long"));
    accepted(bench, "long", operation("long"));
    bench.clock.advance(Duration.ofMillis(300));
    accepted(bench, "overtakes", operation("short"));
    bench.clock.advance(Duration.ofMillis(701));
    accepted(bench, "does not", operation("short"));
    assertEquals(List.of("first", "overtakes", "long", "does not"), order(bench));
  }

  @Test
  void theMostUrgentIsFirstAndWhatNoRuleMatchesIsInTheMiddle() {
    Bench bench =
        bench(
            ONE_AT_A_TIME
                .selection(new Selection.Priority(Duration.ofSeconds(10)))
                .priorities(
                    List.of(
                        new PriorityRule(
                            9, MessageMatch.when(PropertyCondition.is("level", "gold"))),
                        new PriorityRule(0, MessageMatch.operation("batch")))));
    accepted(bench, "first", operation("x"));
    accepted(bench, "batch", operation("batch"));
    accepted(bench, "usual", operation("x"));
    MessageProperties level = MessageProperties.of(Map.of("level", "gold"));
    accepted(bench, "gold", operation("batch", level));
    assertEquals(List.of("first", "gold", "usual", "batch"), order(bench));
  }

  @Test
  void theEarliestDeadlineIsFirst() {
    Bench bench = bench(ONE_AT_A_TIME.selection(new Selection.Deadline(Duration.ofSeconds(10))));
    accepted(bench, "first", operation("x"));
    accepted(bench, "5s", operation("x", Duration.ofSeconds(5)));
    accepted(bench, "2s", operation("x", Duration.ofSeconds(2)));
    accepted(bench, "3s", operation("x", Duration.ofSeconds(3)));
    assertEquals(List.of("first", "2s", "3s", "5s"), order(bench));
  }

  @Test
  void whoAsksForMoreThanHisShareWaitsBehindHimselfAndNotInFrontOfOthers() {
    Selection fair =
        new Selection.Fair(
            Duration.ofSeconds(30), new Selection.GroupBy.Client(), Map.of("gold", 2.0));
    Bench bench = bench(ONE_AT_A_TIME.selection(fair));
    learn(bench, "x", Duration.ofMillis(100));
    accepted(bench, "first", operation("x").client("flood"));
    for (int i = 0; i < 6; i++) {
      accepted(bench, "f" + i, operation("x").client("flood"));
    }
    bench.clock.advance(Duration.ofMillis(1));
    accepted(bench, "a", operation("x").client("a"));
    accepted(bench, "g0", operation("x").client("gold"));
    accepted(bench, "g1", operation("x").client("gold"));
    List<String> order = order(bench);
    assertEquals("first", order.get(0));
    assertTrue(order.indexOf("a") <= 3, order::toString);
    assertTrue(order.indexOf("g0") <= 3, order::toString);
    assertTrue(order.indexOf("g1") < order.indexOf("f3"), order::toString);
    assertTrue(order.indexOf("f0") < order.indexOf("f5"), order::toString);
  }

  @Test
  void longWaitingMessageFailsBusyUnlessAccepted() {
    Bench bench = bench(ONE_AT_A_TIME.waitingLimit(Duration.ofSeconds(2)));
    accepted(bench, "first", operation("x"));
    accepted(bench, "waits", operation("x"));
    accepted(bench, "acknowledged", operation("x").oneWay(true));
    bench.advance(Duration.ofMillis(1999));
    assertEquals(Optional.empty(), bench.outcome("waits"));
    bench.advance(Duration.ofMillis(1));
    assertEquals(
        new Fault(Fault.Code.BUSY, "", "the message waited 2000 ms for a slot"),
        bench.fault("waits"));
    assertEquals(1, bench.counter(Counter.WAITED_TOO_LONG));
    assertEquals(Optional.empty(), bench.outcome("acknowledged"));
    assertEquals(List.of(), bench.manager.storedMessages().failed());
  }

  @Test
  void hopelessMessageIsRejectedWithRetryAfter() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", SECOND);
    accepted(bench, "first", operation("x"));
    for (int i = 0; i < 9; i++) {
      accepted(bench, "m" + i, operation("x"));
    }
    Admission.Busy busy =
        assertInstanceOf(
            Admission.Busy.class, admit(bench, "hurried", operation("x", Duration.ofSeconds(4))));
    assertEquals("what waits before the message lets it end too late", busy.reason());
    assertTrue(busy.retryAfter().compareTo(Duration.ofSeconds(5)) >= 0, busy::toString);
    assertTrue(busy.retryAfter().compareTo(Duration.ofSeconds(7)) <= 0, busy::toString);
    accepted(bench, "patient", operation("x", Duration.ofSeconds(40)));
    assertEquals(1, bench.counter(Counter.BUSY));
  }

  @Test
  void aGatewayCanAskBeforeItReadsWhatItWouldOnlyRefuse() {
    Bench bench = bench(ONE_AT_A_TIME.queueBound(5).waitingLimit(Duration.ofSeconds(3)));
    learn(bench, "x", SECOND);
    accepted(bench, "first", operation("x"));
    for (int i = 0; i < 3; i++) {
      assertEquals(Optional.empty(), bench.manager.busy());
      accepted(bench, "m" + i, operation("x"));
    }
    assertEquals(SECOND, bench.manager.busy().orElseThrow().retryAfter());
    bench = bench(ONE_AT_A_TIME.queueBound(1));
    accepted(bench, "first", operation("x"));
    assertEquals(Optional.empty(), bench.manager.busy());
    accepted(bench, "second", operation("x"));
    assertEquals(
        "every place is taken: 1 messages wait", bench.manager.busy().orElseThrow().reason());
    assertEquals(1, bench.counter(Counter.BUSY));
  }

  @Test
  void messageWithoutTimeLeftIsNotStarted() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", SECOND);
    accepted(bench, "first", operation("x"));
    accepted(bench, "late", operation("x", Duration.ofSeconds(3)));
    take(bench, Duration.ofMillis(2500));
    assertEquals(Fault.Code.DEADLINE, bench.fault("late").code());
    assertEquals(List.of(), bench.batches());
    assertEquals(1, bench.counter(Counter.DEADLINE_UNREACHABLE));
  }

  @Test
  void messagesAreNotRefusedForEverBecauseOneOfTheirKindTookLongOnce() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", Duration.ofSeconds(10));
    int refused = refusedBeforeOneGetsIn(bench);
    assertEquals(8 * 9 + 1, refused); // eight halve it, and so on
    assertEquals(refused, bench.counter(Counter.DEADLINE_UNREACHABLE));
    take(bench, Duration.ofMillis(10));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("hasty " + refused));
  }

  /** The first messages of a JVM are slow: classes are loaded, and code is not compiled. */
  @Test
  void slowFirstMessagesRejectNoOther() {
    Bench bench = bench(ONE_AT_A_TIME);
    for (int i = 0; i < JobSizes.FEW - 1; i++) {
      accepted(bench, "cold " + i, operation("x"));
      take(bench, Duration.ofSeconds(10));
    }
    for (int i = 0; i < 5; i++) {
      accepted(bench, "waiting " + i, operation("x", Duration.ofSeconds(3)));
    }
    for (int i = 0; i < 5; i++) {
      take(bench, Duration.ofMillis(10));
      assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("waiting " + i));
    }
    assertEquals(0, bench.counter(Counter.BUSY) + bench.counter(Counter.DEADLINE_UNREACHABLE));
  }

  @Test
  void messageRejectedForLoadMayBeSentAgain() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", SECOND);
    accepted(bench, "first", operation("x"));
    accepted(bench, "late", operation("x", Duration.ofSeconds(3)));
    take(bench, Duration.ofMillis(2500));
    assertTrue(((Outcome.Failed) bench.outcomes.get("late")).passes());
  }

  @Test
  void oneThatMissesItsDeadlineAfterManyWereRefusedLetsNoMoreIn() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", Duration.ofSeconds(10));
    int refused = refusedBeforeOneGetsIn(bench);
    bench.advance(SECOND);
    assertEquals(Fault.Code.DEADLINE, bench.fault("hasty " + refused).code());
    assertEquals(refused, refusedBeforeOneGetsIn(bench));
  }

  private static int refusedBeforeOneGetsIn(Bench bench) {
    bench.outcomes.clear();
    for (int i = 0; ; i++) {
      accepted(bench, "hasty " + i, operation("x", SECOND));
      if (ManagerProbe.of(bench.manager).executing() > 0) {
        return i;
      }
      String why = bench.fault("hasty " + i).reason();
      assertEquals("messages like it take longer than its deadline allows", why);
    }
  }

  @Test
  void oneThatWaitsForATurnIsRefusedAtOnceIfItsKindTakesTooLong() {
    Bench bench = bench(ONE_AT_A_TIME);
    learn(bench, "x", Duration.ofSeconds(2));
    accepted(bench, "first", operation("x"));
    accepted(bench, "second", operation("x"));
    Admission busy = admit(bench, "hasty", operation("x", SECOND));
    assertEquals(
        "messages like it take longer than its deadline allows",
        assertInstanceOf(Admission.Busy.class, busy).reason());
  }

  @Test
  void howLongServicesTakeSaysNothingOfTheDeadlineOfTheHandlersBeforeThem() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST));
    MessageId first = accepted(bench, "first", operation("x", SECOND));
    take(bench, Duration.ofMillis(10));
    bench.clock.advance(Duration.ofSeconds(20));
    bench.manager.answered(first);
    accepted(bench, "second", operation("x", SECOND));
    take(bench, Duration.ofMillis(10));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("second"));
  }

  @Test
  void aSlotForARequestIsHeldUntilItsServiceHasAnswered() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST));
    MessageId first = accepted(bench, "first", operation("x"));
    accepted(bench, "second", operation("x"));
    take(bench, Duration.ofMillis(10));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("first"));
    assertEquals(List.of(), bench.batches());
    assertEquals(1, ManagerProbe.of(bench.manager).slotsHeld());
    bench.clock.advance(Duration.ofMillis(40));
    bench.manager.answered(first);
    bench.manager.answered(first);
    assertEquals(1, bench.batches().size());
    assertEquals(
        Duration.ofMillis(50).toNanos(),
        bench.manager.jobSizes().estimate("Service/x").meanNanos());
  }

  @Test
  void theAnswerIsExecutedInItsRequestsSlot() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST));
    MessageId request = accepted(bench, "request", operation("x"));
    accepted(bench, "next", operation("x"));
    take(bench, Duration.ofMillis(10));
    accepted(bench, "answer", answer(request));
    take(bench, Duration.ofMillis(10));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("answer"));
    assertEquals(List.of(), bench.batches());
    bench.manager.answered(request);
    assertEquals(1, bench.batches().size());
  }

  @Test
  void anAnswerGoesBeforeRequestsEvenWhereItNeedsASlotOfItsOwn() {
    Bench bench = bench(ONE_AT_A_TIME);
    MessageId request = accepted(bench, "request", operation("x"));
    take(bench, Duration.ofMillis(10));
    accepted(bench, "other", operation("x"));
    accepted(bench, "other 2", operation("x"));
    accepted(bench, "answer", answer(request));
    assertEquals(List.of("request", "other", "answer", "other 2"), order(bench));
  }

  @Test
  void aServiceThatNeverAnswersLosesItsSlot() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST).timeToAnswer(SECOND));
    accepted(bench, "first", operation("x"));
    accepted(bench, "second", operation("x"));
    take(bench, Duration.ofMillis(10));
    bench.advance(Duration.ofMillis(999));
    assertEquals(List.of(), bench.batches());
    bench.advance(Duration.ofMillis(1));
    assertEquals(1, bench.batches().size());
    assertEquals(1, bench.counter(Counter.ANSWERS_OVERDUE));
  }

  private static Submission call(MessageId outer) {
    return operation("inner").withinHeader(outer.toString());
  }

  /**
   * Fault C4: services that called another one behind the same manager held all slots while their
   * calls waited for one, for 30 s, until the deadline.
   */
  @Test
  void aCallOfAServiceThatARequestIsWithGoesBeyondTheWindowAndItsAnswerToo() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST));
    MessageId outer = accepted(bench, "outer", operation("x"));
    take(bench, Duration.ofMillis(10)); // it is with its service
    accepted(bench, "other", operation("x"));
    MessageId inner = accepted(bench, "inner", call(outer));
    take(bench, Duration.ofMillis(10));
    MessageId innermost = accepted(bench, "innermost", call(inner));
    take(bench, Duration.ofMillis(10));
    accepted(bench, "answer of the innermost", answer(innermost));
    take(bench, Duration.ofMillis(10));
    bench.manager.answered(innermost);
    accepted(bench, "answer of the inner", answer(inner));
    take(bench, Duration.ofMillis(10));
    bench.manager.answered(inner);
    assertEquals(List.of(), bench.batches(), "all in the outer one's slot, which it still holds");
    assertEquals(1, ManagerProbe.of(bench.manager).slotsHeld());
    bench.manager.answered(outer);
    take(bench, Duration.ofMillis(10));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("other"));
  }

  /** Found by the simulation, seed 40,071,412: one waited until its node had a window with room. */
  @Test
  void aCallOfAHandlerThatWaitsForANodesBytesIsTheNextToHaveThem() {
    Bench bench = bench(FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(1)));
    NodeId node = bench.node("n", "A");
    bench.receiver.status(
        NodeStatus.of(
                node,
                NodeStatus.State.READY,
                List.of("A"),
                new NodeStatus.Load(4, 0, 0),
                ProcessOrigin.here("host"))
            .largest(Bench.ENVELOPE.length * 3L / 2));
    MessageId outer = accepted(bench, "outer", operation("x"));
    Bench.Sent calling = bench.batch();
    accepted(bench, "other", operation("x"));
    MessageId call = accepted(bench, "call", operation("y").withinHeader(outer + "/1"));
    assertEquals(List.of(), bench.batches(), "the node has as many bytes as it takes");
    bench.performed(calling, "A");
    assertEquals(call, bench.batch().batch().id());
  }

  /** Fault C4. */
  @Test
  void excessNestedCallsAreRejectedAtOnce() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST).timeToAnswer(SECOND));
    MessageId outer = accepted(bench, "outer", operation("x"));
    take(bench, Duration.ofMillis(10));
    List<MessageId> inner = new ArrayList<>();
    for (int i = 0; i < NestedCalls.MOST; i++) {
      inner.add(accepted(bench, "inner " + i, call(i % 2 == 0 ? outer : inner.get(i - 1))));
      take(bench, Duration.ofMillis(1));
    }
    Admission.Busy busy = assertInstanceOf(Admission.Busy.class, admit(bench, "9", call(outer)));
    assertEquals("more than 8 calls of services within one request", busy.reason());
    bench.manager.answered(inner.get(0));
    MessageId failed = accepted(bench, "failed", call(outer));
    bench.failed(bench.batch(), "A", "no");
    assertEquals(Fault.Code.HANDLER_FAILED, bench.fault("failed").code());
    assertEquals(false, bench.manager.cancel(failed));
    accepted(bench, "in its place", call(outer));
    take(bench, Duration.ofMillis(1));
    bench.advance(SECOND); // none of the services answers
    assertEquals(0, ManagerProbe.of(bench.manager).slotsHeld());
    assertEquals(0, bench.manager.status().inFlight());
  }

  /** Its gateway asks before it reads it, while all that wait have no room, or wait too long. */
  @Test
  void aCallIsNotRefusedBeforeItIsReadByWhatWaitsForItsCaller() {
    FlowControl flow = ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST);
    Bench bench = bench(flow.queueBound(1));
    MessageId outer = accepted(bench, "outer", operation("x"));
    assertCallEnters(bench, outer, "every place is taken: 1 messages wait");

    bench = bench(flow.waitingLimit(Duration.ofSeconds(3)));
    for (int i = 0; i < JobSizes.FEW; i++) {
      MessageId learned = accepted(bench, "learned " + i, operation("x"));
      take(bench, Duration.ofSeconds(10));
      bench.manager.answered(learned);
    }
    outer = accepted(bench, "outer", operation("x"));
    assertCallEnters(bench, outer, "what waits before the message lets it end too late");
  }

  private static void assertCallEnters(Bench bench, MessageId outer, String busy) {
    take(bench, Duration.ofMillis(10)); // it is with its service
    accepted(bench, "other", operation("x"));
    assertEquals(busy, bench.manager.busy().orElseThrow().reason());
    for (String unknown : List.of("", "1 or 2", "/", "/1", new MessageId(1, 2).toString())) {
      assertTrue(bench.manager.busy(unknown).isPresent(), unknown);
    }
    long refused = bench.counter(Counter.BUSY);
    for (String header : List.of(outer.toString(), " " + outer, outer + "/3")) {
      assertEquals(Optional.empty(), bench.manager.busy(header), header);
    }
    MessageId inner = accepted(bench, "inner", call(outer));
    assertEquals(refused, bench.counter(Counter.BUSY));
    assertEquals(inner, bench.batch().batch().id());
    bench.manager.answered(outer); // nothing is within it any more
    accepted(bench, "third", operation("x"));
    assertTrue(bench.manager.busy(outer.toString()).isPresent());
  }

  @Test
  void whatSaysThatItIsACallOfARequestThatIsNotWithItsServiceWaitsLikeAnyOther() {
    Bench bench = bench(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST));
    MessageId done = accepted(bench, "done", operation("x"));
    take(bench, Duration.ofMillis(10));
    bench.manager.answered(done);
    accepted(bench, "first", operation("x"));
    accepted(bench, "second", operation("x"));
    accepted(bench, "late", call(done));
    accepted(bench, "invented", call(new MessageId(1, 2)));
    accepted(bench, "rubbish", operation("x").withinHeader("1 or 2"));
    assertEquals(1, bench.batches().size());
    assertEquals(1, ManagerProbe.of(bench.manager).slotsHeld());
  }

  @Test
  void withoutAHandlerARequestWaitsForItsTurnAllTheSame() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.flow(ONE_AT_A_TIME.scope(ConcurrencyLimitScope.REQUEST)),
            Orchestrations.of(List.of(), List.of()));
    MessageId first = accepted(bench, "first", operation("x"));
    accepted(bench, "second", operation("x"));
    assertEquals(Set.of("first"), bench.outcomes.keySet());
    bench.manager.answered(first);
    assertEquals(Set.of("first", "second"), bench.outcomes.keySet());
    assertInstanceOf(
        Admission.PassThrough.class,
        admit(bench, "out", Submission.of(Direction.OUT, "Service", Bench.ENVELOPE)));
  }

  @Test
  void anAdaptiveWindowFollowsHowLongMessagesTake() {
    ConcurrencyLimitSetting setting =
        ConcurrencyLimitSetting.adaptive(ConcurrencyLimitSetting.Algorithm.AIMD, 20, 1, 40)
            .congestion(Duration.ofMillis(100));
    Bench bench = bench(FlowControl.DEFAULT.concurrencyLimit(setting));
    for (int round = 0; round < 80; round++) {
      for (int i = 0; i < bench.manager.status().concurrencyLimit(); i++) {
        accepted(bench, round + "/" + i, operation("x"));
      }
      List<Bench.Sent> batches = bench.batches();
      bench.clock.advance(Duration.ofMillis(round < 40 ? 50 : 150));
      batches.forEach(batch -> bench.performed(batch, "A"));
      if (round == 39) {
        assertTrue(
            bench.manager.status().concurrencyLimit() > 25,
            "" + bench.manager.status().concurrencyLimit());
      }
    }
    assertTrue(
        bench.manager.status().concurrencyLimit() < 20,
        "" + bench.manager.status().concurrencyLimit());
  }

  private static final FlowControl TWO_ON_A_NODE =
      FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(2));

  @Test
  void aNodeIsSentNoMoreThanItsWindowAndWhoWaitsForRoomGoesInTheOrderOfAsking() {
    Bench bench = bench(TWO_ON_A_NODE);
    for (int i = 0; i < 5; i++) {
      accepted(bench, "m" + i, operation("x"));
    }
    List<Bench.Sent> batches = bench.batches();
    assertEquals(2, batches.size());
    bench.performed(batches.get(1), "A");
    bench.performed(batches.get(0), "A");
    List<Bench.Sent> next = bench.batches();
    assertEquals(2, next.size());
    next.forEach(batch -> bench.performed(batch, "A"));
    take(bench, Duration.ofMillis(1));
    assertEquals(List.of("m1", "m0", "m2", "m3", "m4"), new ArrayList<>(bench.outcomes.keySet()));
    assertEquals(0, ManagerProbe.of(bench.manager).burden());
  }

  @Test
  void joiningNodeReceivesWaitingTasks() {
    Bench bench = bench(TWO_ON_A_NODE);
    for (int i = 0; i < 6; i++) {
      accepted(bench, "m" + i, operation("x"));
    }
    assertEquals(2, bench.batches().size());
    bench.node("other", "A");
    assertEquals(Set.of("other"), nodes(bench.batches()));
  }

  @Test
  void whatIsTriedAgainGoesWhereItWasIfTheOthersHaveNoRoom() {
    HandlerEntry again = HandlerEntry.of("A").retry(new RetryPolicy(1, SECOND, SECOND));
    Bench bench = oneOnANode(Orchestration.of("o", Stage.of(again)));
    bench.node("n", "A");
    bench.node("other", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.accepted("beside");
    bench.batch();
    bench.failed(first, "A", "no");
    bench.advance(SECOND);
    assertEquals(first.node(), bench.batch().node());
  }

  @Test
  void compensatorsWaitForANodeAndNotForRoom() {
    HandlerEntry booked = HandlerEntry.of("A").atomicity(Atomicity.ATOMIC).compensator("undoA");
    Bench bench = oneOnANode(Orchestration.of("o", Stage.of(booked), Stage.of("B")));
    NodeId node = bench.node("n", "A", "B");
    for (int i = 0; i < 3; i++) {
      bench.accepted("m" + i);
      bench.performed(bench.batch(), "A");
      bench.failed(bench.batch(), "B", "no");
    }
    assertEquals(List.of(), bench.batches(), "nobody serves it");
    bench.heartbeat(node, "A", "B", "undoA");
    assertEquals(3, bench.batches().size());
  }

  @Test
  void whatIsHeldForANodeThatGoesAwayGoesWhereThereIsRoom() {
    Bench bench = oneOnANode(Orchestration.of("o", Stage.of("A")));
    bench.node("n", "A");
    bench.node("other", "A");
    bench.accepted("m");
    Bench.Sent refused = bench.batch();
    bench.accepted("beside");
    NodeId full = bench.batch().node();
    bench.reply(refused, "A", HandlerResult.Status.REFUSED, "not now", Changes.NONE);
    assertEquals(List.of(), bench.batches(), "rather to the other, when it has room");
    bench.receiver.status(
        NodeStatus.of(
            full,
            NodeStatus.State.DRAINING,
            List.of("A"),
            new NodeStatus.Load(4, 1, 0),
            ProcessOrigin.here("host")));
    assertEquals(refused.node(), bench.batch().node());
  }

  private static Bench oneOnANode(Orchestration orchestration) {
    FlowControl one = FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(1));
    return new Bench(
        DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)).flow(one), orchestration);
  }

  private static Set<String> nodes(List<Bench.Sent> batches) {
    return batches.stream().map(batch -> batch.node().name()).collect(Collectors.toSet());
  }

  @Test
  void whoFindsNoRoomInHisTimeToStartGoesByTheMustPerformRule() {
    FlowControl none = FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(1));
    DHManagerConfig config =
        DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)).timeToStart(SECOND).flow(none);
    Bench bench =
        new Bench(
            config,
            Orchestration.of(
                "o", Stage.of(HandlerEntry.of("A"), HandlerEntry.of("B").mustPerform(false))));
    bench.node("n", "A", "B");
    accepted(bench, "m", operation("x"));
    Bench.Sent first = bench.batch();
    assertEquals(Set.of("A"), first.handlers());
    bench.advance(SECOND);
    assertEquals(List.of(), bench.batches());
    bench.performed(first, "A");
    assertTrue(
        bench.completed("m").timeline().notes().toString().contains("no node had capacity"),
        bench.completed("m").timeline().toString());
    assertEquals(1, bench.counter(Counter.TIME_OUTS));
  }

  @Test
  void aHandlersLimitHoldsOnAllNodesTogether() {
    Bench bench = bench(FlowControl.DEFAULT.handlers(Map.of("A", 3)));
    bench.node("other", "A");
    for (int i = 0; i < 8; i++) {
      accepted(bench, "m" + i, operation("x"));
    }
    List<Bench.Sent> batches = new ArrayList<>(bench.batches());
    int done = 0;
    for (; !batches.isEmpty(); done++) {
      assertEquals(Math.min(3, 8 - done), batches.size());
      bench.performed(batches.remove(0), "A");
      batches.addAll(bench.batches());
    }
    assertEquals(8, done);
  }

  /** Fault B9: what was on a node that is lost counted for ever. */
  @Test
  void aHandlersLimitDoesNotCountWhatWasOnALostNode() {
    Bench bench = bench(FlowControl.DEFAULT.handlers(Map.of("A", 1)));
    bench.node("other", "A");
    accepted(bench, "m", operation("x"));
    NodeId lost = bench.batch().node();
    bench.receiver.gone(lost);
    Bench.Sent again = bench.batch();
    assertNotEquals(lost, again.node());
    bench.performed(again, "A");
    accepted(bench, "next", operation("x"));
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("next"));
  }

  @Test
  void aHungNodeIsSentOneAtATimeAndTheRestGoesToTheOther() {
    FlowControl flow = FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(50));
    DHManagerConfig config = DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)).flow(flow);
    HandlerEntry handler = HandlerEntry.of("A").timeToFinish(SECOND).timeToStart(SECOND);
    Bench bench = new Bench(config, Orchestration.of("o", Stage.of(handler)));
    NodeId hangs = bench.node("hangs", "A");
    for (int i = 0; i < 3; i++) {
      accepted(bench, "lost" + i, operation("x"));
    }
    assertEquals(3, bench.batches().size());
    bench.node("good", "A");
    bench.advance(Duration.ofSeconds(4)); // to start, to finish, and the transfer allowance
    bench.batches();
    for (int i = 0; i < 20; i++) {
      accepted(bench, "m" + i, operation("x"));
    }
    assertEquals(Set.of("good"), nodes(bench.batches()));
    bench.receiver.gone(new NodeId("good", "1"));
    assertEquals(1, bench.batches().stream().filter(w -> w.node().equals(hangs)).count());
  }

  @Test
  void aSlowNodeIsSentLess() {
    ConcurrencyLimitSetting setting =
        ConcurrencyLimitSetting.adaptive(ConcurrencyLimitSetting.Algorithm.AIMD, 20, 1, 20)
            .congestion(Duration.ofMillis(100));
    Bench bench = bench(FlowControl.DEFAULT.nodes(setting));
    int before = 0;
    int after = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 20; i++) {
        accepted(bench, round + "/" + i, operation("x"));
      }
      List<Bench.Sent> batches = bench.batches();
      before = round == 0 ? batches.size() : before;
      after = batches.size();
      while (!batches.isEmpty()) {
        bench.clock.advance(Duration.ofMillis(200));
        batches.forEach(batch -> bench.performed(batch, "A"));
        batches = bench.batches();
      }
    }
    assertEquals(20, before);
    assertTrue(after < 5, "" + after);
  }

  @Tag("long")
  @Test
  void aHundredThousandMayWaitAndEachIsSelectedInItsTurn() {
    Bench bench =
        bench(
            ONE_AT_A_TIME
                .queueBound(100_000)
                .selection(new Selection.Deadline(Duration.ofSeconds(30))));
    accepted(bench, "first", operation("x"));
    for (int i = 0; i < 100_000; i++) {
      int seconds = 1 + (i * 7919) % 100_000;
      accepted(bench, "m" + seconds, operation("x", Duration.ofMillis(1000 + seconds)));
    }
    assertInstanceOf(Admission.Busy.class, admit(bench, "too many", operation("x")));
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      bench.performed(bench.batch(), "A");
    }
    order.addAll(bench.outcomes.keySet());
    assertEquals(List.of("first", "m1", "m2", "m3"), order.subList(0, 4));
  }
}
