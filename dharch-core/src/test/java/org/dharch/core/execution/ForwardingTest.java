package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forwarding from node to node, as the manager sees it. */
class ForwardingTest {
  private static final NodeId N1 = new NodeId("n1", "1");
  private static final NodeId N2 = new NodeId("n2", "1");
  private static final NodeId N3 = new NodeId("n3", "1");
  private static final byte[] ENVELOPE = Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"));

  private final FakeEnvironment environment = new FakeEnvironment();
  private final RecordedEffects effects = new RecordedEffects();
  private Execution execution;
  private Direct direct = Direct.ALWAYS;

  private void begin(Construct... constructs) {
    environment.speculative = true;
    environment.forwards = true;
    environment.serving.putIfAbsent("A", N1);
    environment.serving.putIfAbsent("B", N2);
    environment.serving.putIfAbsent("C", N3);
    environment.serving.putIfAbsent("D", N3);
    MessageState state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", ENVELOPE),
            Orchestration.of("o", constructs).direct(direct),
            Policy.NONE,
            0,
            Duration.ofHours(1).toNanos());
    execution = Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT);
    on(new Event.Selected(Optional.empty()));
  }

  private void on(Event event) {
    execution.on(event, environment, effects);
  }

  private void result(NodeId from, int index, int attempt, Status status, Changes changes) {
    result(from, HandlerResult.of(index, attempt, status, "so", 10, 20, changes));
  }

  private void result(NodeId from, HandlerResult result) {
    on(new Event.Result(from, 7, result));
  }

  private void performed(NodeId from, int index, int attempt) {
    result(from, index, attempt, Status.PERFORMED, Changes.NONE);
  }

  /** The fingerprint of a message with these properties. */
  private static long on(Object... properties) {
    MessageProperties of = MessageProperties.empty();
    for (int i = 0; i < properties.length; i += 2) {
      of = of.with((String) properties[i], properties[i + 1]);
    }
    return Fingerprint.of(MessageContent.of(ENVELOPE).with(of));
  }

  private static Changes property(String name, Object value) {
    return Changes.builder().property(name, value).build();
  }

  private static String places(Effect.Send send) {
    return send.route()
        .map(ForwardingRoute::places)
        .map(all -> all.stream().map(s -> s.stream().map(NodeId::name).toList()).toList())
        .map(Object::toString)
        .orElse("stays");
  }

  private static String shown(Effect.Send send) {
    return send.tasks().stream().map(t -> t.handler() + t.index() + "." + t.attempt()).toList()
        + " to "
        + send.node().name();
  }

  private boolean hasEnded() {
    return effects.stream().anyMatch(Effect.End.class::isInstance);
  }

  /** Every charge of a node is discharged. */
  private void checkBurdens() {
    long assigned = environment.burdens.stream().filter(b -> b.startsWith("assigned")).count();
    long released = environment.burdens.stream().filter(b -> b.startsWith("released")).count();
    assertEquals(assigned, released, environment.burdens.toString());
  }

  // ---- routes

  @Test
  void routeNamesTheNodesOfPrefetchedStages() {
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"), Stage.of("D"));
    assertEquals(1, effects.sends().size());
    assertEquals("[[n2], [n3], [n3]]", places(effects.lastSend()));
    assertEquals(
        List.of(new ForwardingRoute.Branch(0, 1)),
        effects.lastSend().route().orElseThrow().branches());
    assertEquals(
        List.of("assigned A", "assigned B", "assigned C"),
        environment.burdens,
        "the node of a stage is burdened when the message is on its way there");
  }

  @Test
  void stageOnSeveralNodesIsJoinedByTheNextStage() {
    begin(Stage.of("A", "B"), Stage.of("C"));
    assertEquals(2, effects.sends().size());
    for (Effect.Send send : effects.sends()) {
      assertEquals("[[n3]]", places(send));
      assertEquals(2, send.route().orElseThrow().branches().size());
      assertEquals(1, send.tasks().size());
    }
  }

  @Test
  void stageOnSeveralNodesFollowsOneOnASingleNode() {
    begin(Stage.of("A"), Stage.of("B", "C"), Stage.of(HandlerEntry.of("D").node("n3")));
    assertEquals("[[n2, n3], [n3]]", places(effects.lastSend()));
  }

  @Test
  void twoStagesOnSeveralNodesAreNotForwarded() {
    begin(Stage.of("A", "B"), Stage.of("B", "C"), Stage.of("D"));
    assertEquals("stays", places(effects.lastSend()));
    assertTrue(effects.lastSend().prefetched().isEmpty());
  }

  @Test
  void stopsAtANodeThatCannotForward() {
    environment.old.add(N2);
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    assertTrue(effects.lastSend().prefetched().isEmpty());
  }

  @Test
  void neverModeDoesNotForward() {
    direct = Direct.NEVER;
    begin(Stage.of("A"), Stage.of("B"));
    assertTrue(effects.lastSend().prefetched().isEmpty());
  }

  @Test
  void autoModeForwardsIfTheLatencyIsLarge() {
    direct = Direct.AUTO;
    environment.latencyNanos = 0;
    begin(Stage.of("A"), Stage.of("B"));
    assertTrue(effects.lastSend().prefetched().isEmpty(), "without latency nothing is saved");
    environment.latencyNanos = 300_000;
    begin(Stage.of("A"), Stage.of("B"));
    assertEquals("[[n2]]", places(effects.lastSend()));
  }

  @Test
  void autoModeStaysOnTheNodeIfForwardingDoesNotPay() {
    direct = Direct.AUTO;
    environment.latencyNanos = 0;
    environment.serving.put("B", N1);
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    assertEquals("stays", places(effects.lastSend()));
    assertEquals(1, effects.lastSend().prefetched().size());
    assertEquals(1, effects.lastSend().prefetched().get(0).get(0).attempt());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void handlersWithEffectsAreNotForwarded(int which) {
    HandlerEntry b = HandlerEntry.of("B");
    List<HandlerEntry> refused =
        List.of(
            b.atomicity(Atomicity.ATOMIC),
            b.oneway(true),
            b.access(Access.of(Set.of(new DeclaredPart.Body()), Set.of())).partial(true),
            b.completionCallback(true),
            b.affinity(Affinity.ofProperty("p")));
    begin(Stage.of("A"), Stage.of(refused.get(which)));
    assertTrue(effects.sends().get(0).prefetched().isEmpty());
  }

  @Test
  void partialHandlerDoesNotForward() {
    begin(
        Stage.of(
            HandlerEntry.of("A")
                .access(Access.of(Set.of(new DeclaredPart.Body()), Set.of()))
                .partial(true)),
        Stage.of("B"));
    assertTrue(effects.lastSend().prefetched().isEmpty());
  }

  // ---- results

  @Test
  void prefetchedStagesAreNotSentAgain() {
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    result(N1, 0, 1, Status.PERFORMED, property("a", 1));
    HandlerResult b = HandlerResult.of(1, 1, Status.PERFORMED, "", 1, 2, property("b", 2));
    result(N2, b.on(on("a", 1)));
    HandlerResult c = HandlerResult.of(2, 1, Status.PERFORMED, "", 1, 2, property("c", 3));
    result(N3, c.on(on("a", 1, "b", 2)));
    assertEquals(1, effects.sends().size());
    assertEquals(Optional.of((Object) 3), effects.completed().properties().get("c"));
    assertEquals(2, environment.counted(Counter.STAGES_FORWARDED));
    assertEquals(
        List.of("stage 2 was forwarded by n1~1", "stage 3 was forwarded by n2~1"),
        effects.completed().timeline().notes());
    checkBurdens();
  }

  @Test
  void earlyResultCountsWhenItsStageBegins() {
    begin(Stage.of("A"), Stage.of("B"));
    HandlerResult b = HandlerResult.of(1, 1, Status.PERFORMED, "", 1, 2, property("b", 2));
    result(N2, b.on(on("a", 1)));
    assertFalse(hasEnded());
    result(N1, 0, 1, Status.PERFORMED, property("a", 1));
    assertEquals(Optional.of((Object) 2), effects.completed().properties().get("b"));
    checkBurdens();
  }

  @Test
  void earlyResultForAnotherVersionIsDropped() {
    begin(Stage.of("A"), Stage.of("B"));
    HandlerResult b = HandlerResult.of(1, 1, Status.PERFORMED, "", 1, 2, property("b", "other"));
    result(N2, b.on(on("a", "other")));
    result(N1, 0, 1, Status.PERFORMED, property("a", 1));
    assertEquals("[B1.2] to n2", shown(effects.lastSend()));
    result(N2, 1, 2, Status.PERFORMED, property("b", "this"));
    assertEquals(Optional.of((Object) "this"), effects.completed().properties().get("b"));
    checkBurdens();
  }

  @Test
  void lateResultForAnotherVersionIsDropped() {
    begin(Stage.of("A"), Stage.of("B"));
    result(N1, 0, 1, Status.PERFORMED, property("a", 1));
    HandlerResult b = HandlerResult.of(1, 1, Status.PERFORMED, "", 1, 2, property("b", "other"));
    result(N2, b.on(on("a", "other")));
    assertFalse(hasEnded());
    on(new Event.Tick());
    assertEquals("[B1.2] to n2", shown(effects.lastSend()));
    result(N2, 1, 2, Status.PERFORMED, property("b", "this"));
    assertEquals(Optional.of((Object) "this"), effects.completed().properties().get("b"));
    checkBurdens();
  }

  @Test
  void missingForwardIsSentByTheManager() {
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    performed(N1, 0, 1);
    environment.now += Timeouts.DEFAULT.transferAllowance().toNanos() + 1;
    on(new Event.Tick());
    assertEquals("[B1.1] to n2", shown(effects.lastSend()));
    assertEquals(0, environment.counted(Counter.TIME_OUTS));
    assertEquals(1, environment.counted(Counter.FORWARDS_REPAIRED));
    performed(N2, 1, 1);
    assertTrue(environment.burdens.contains("lost by n1~1"));
    assertEquals(
        "[C2.2] to n3", shown(effects.lastSend()), "who was sent it alone passes nothing on");
    performed(N3, 2, 2);
    assertTrue(effects.completed().timeline().notes().contains("stage 2 was forwarded by n1~1"));
    checkBurdens();
  }

  @Test
  void slowForwardIsNotCountedAsLost() {
    begin(Stage.of("A"), Stage.of("B"));
    performed(N1, 0, 1);
    environment.now += Timeouts.DEFAULT.transferAllowance().toNanos() + 1;
    on(new Event.Tick());
    result(N2, HandlerResult.of(1, 1, Status.PERFORMED, "", 1, 2, Changes.NONE).on(on()));
    assertTrue(hasEnded());
    assertFalse(environment.burdens.contains("lost by n1~1"));
    checkBurdens();
  }

  @Test
  void failedForwardIsPlacedAtOnce() {
    begin(Stage.of("A"), Stage.of("B"));
    result(N1, 1, 1, Status.REFUSED, Changes.NONE);
    assertTrue(environment.burdens.contains("lost by n1~1"));
    performed(N1, 0, 1);
    assertEquals("[B1.2] to n2", shown(effects.lastSend()));
    performed(N2, 1, 2);
    assertTrue(hasEnded());
    assertEquals(0, environment.counted(Counter.REROUTED));
    checkBurdens();
  }

  @Test
  void lostForwarderDropsPrefetchedStages() {
    begin(Stage.of("A"), Stage.of("B"));
    environment.serving.put("B", N3);
    on(new Event.NodeLost(N2));
    performed(N1, 0, 1);
    assertEquals("[B1.2] to n3", shown(effects.lastSend()));
    performed(N3, 1, 2);
    assertTrue(hasEnded());
    checkBurdens();
  }

  @Test
  void forwardedStepMovesFromALostNode() {
    begin(Stage.of("A"), Stage.of("B"));
    performed(N1, 0, 1);
    environment.serving.put("B", N3);
    on(new Event.NodeLost(N2));
    assertEquals("[B1.2] to n3", shown(effects.lastSend()));
    performed(N3, 1, 2);
    assertTrue(hasEnded());
    checkBurdens();
  }

  @Test
  void withdrawalDischargesPrefetchedNodes() {
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    on(new Event.Withdrawn(new Fault(Fault.Code.DEADLINE, "", "over")));
    assertTrue(hasEnded());
    checkBurdens();
  }

  @Test
  void stageOnSeveralNodesContinuesWhenAllPerformed() {
    begin(Stage.of("A", "B"), Stage.of("C"));
    HandlerResult c = HandlerResult.of(2, 1, Status.PERFORMED, "", 1, 2, property("c", 3));
    result(N3, c.on(on("a", 1, "b", 2)));
    result(N1, 0, 1, Status.PERFORMED, property("a", 1));
    assertFalse(hasEnded());
    result(N2, 1, 1, Status.PERFORMED, property("b", 2));
    assertEquals(Optional.of((Object) 3), effects.completed().properties().get("c"));
    assertEquals(2, effects.sends().size());
    assertEquals(
        List.of("stage 2 was forwarded by n1~1, n2~1"), effects.completed().timeline().notes());
    checkBurdens();
  }

  @Test
  void failureInAStageOnSeveralNodesDropsPrefetchedStages() {
    begin(Stage.of(HandlerEntry.of("A"), HandlerEntry.of("B").mustPerform(false)), Stage.of("C"));
    performed(N1, 0, 1);
    result(N2, 1, 1, Status.FAILED, Changes.NONE);
    assertEquals("[C2.2] to n3", shown(effects.lastSend()));
    performed(N3, 2, 2);
    assertTrue(hasEnded());
    checkBurdens();
  }

  @Test
  void restartDropsPrefetchedStages() {
    begin(Stage.of("A"), Stage.of("B"));
    Progress kept = execution.progress(environment.now);
    assertEquals(1, kept.steps().size());
    assertEquals(1, kept.position().rest().parts().size());
  }
}
