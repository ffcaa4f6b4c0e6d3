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
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Speculative stages on one node. */
class SpeculativeStagesTest {
  private static final NodeId N1 = new NodeId("n1", "1");
  private static final NodeId N2 = new NodeId("n2", "1");
  private static final long DEADLINE = Duration.ofHours(1).toNanos();

  private final FakeEnvironment environment = new FakeEnvironment();
  private final RecordedEffects effects = new RecordedEffects();
  private Execution execution;
  private boolean acceptsSpeculative = true;

  private void begin(Construct... constructs) {
    environment.speculative = acceptsSpeculative;
    for (String handler : List.of("A", "B", "C", "D")) {
      environment.serving.putIfAbsent(handler, N1);
    }
    MessageState state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"))),
            Orchestration.of("o", constructs),
            Policy.NONE,
            0,
            DEADLINE);
    execution = Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT);
    on(new Event.Selected(Optional.empty()));
  }

  private void on(Event event) {
    execution.on(event, environment, effects);
  }

  private void result(int index, int attempt, Status status, Changes changes) {
    on(new Event.Result(N1, 7, HandlerResult.of(index, attempt, status, "so", 10, 20, changes)));
  }

  private void performed(int index, int attempt) {
    result(index, attempt, Status.PERFORMED, Changes.NONE);
  }

  private static Changes property(String name, Object value) {
    return Changes.builder().property(name, value).build();
  }

  private static String prefetched(Effect.Send send) {
    return send.prefetched().stream()
        .map(stage -> stage.stream().map(t -> t.handler() + t.index() + "." + t.attempt()).toList())
        .toList()
        .toString();
  }

  private boolean hasCompleted() {
    return effects.stream()
        .anyMatch(e -> e instanceof Effect.End end && end.outcome() instanceof Outcome.Completed);
  }

  // ---- prefetch

  @Test
  void singleNodeOfAStageGetsTheNextStages() {
    begin(Stage.of("A", "B"), Stage.of("C"), Stage.of("D"));
    assertEquals(1, effects.sends().size());
    assertEquals("[[C2.1], [D3.1]]", prefetched(effects.lastSend()));
    assertEquals(2, effects.lastSend().tasks().size(), "the first stage is unchanged");
  }

  @Test
  void nodeWithoutSpeculationGetsNoNextStages() {
    acceptsSpeculative = false;
    begin(Stage.of("A"), Stage.of("B"));
    assertEquals("[]", prefetched(effects.lastSend()));
  }

  @Test
  void stageOnSeveralNodesHasNoSpeculativeStages() {
    environment.serving.put("B", N2);
    begin(Stage.of("A", "B"), Stage.of("C"));
    assertEquals(2, effects.sends().size());
    assertTrue(effects.sends().stream().allMatch(send -> send.prefetched().isEmpty()));
  }

  @Test
  void endsBeforeAStageOnAnotherNode() {
    environment.serving.put("C", N2);
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"), Stage.of("D"));
    assertEquals("[[B1.1]]", prefetched(effects.lastSend()));
  }

  @Test
  void endsBeforeACondition() {
    begin(
        Stage.of("A"), Stage.of("B"), new Repeat(2, Optional.empty(), Sequence.of(Stage.of("C"))));
    assertEquals("[[B1.1]]", prefetched(effects.lastSend()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void endsBeforeAHandlerWithEffects(int which) {
    HandlerEntry b = HandlerEntry.of("B");
    List<HandlerEntry> refused =
        List.of(
            b.atomicity(Atomicity.ATOMIC),
            b.oneway(true),
            b.access(Access.of(Set.of(new DeclaredPart.Body()), Set.of())).partial(true),
            b.completionCallback(true),
            b.affinity(Affinity.ofProperty("p")),
            b.node("n2"));
    begin(Stage.of("A"), Stage.of(refused.get(which)));
    assertEquals("[]", prefetched(effects.sends().get(0)));
  }

  @Test
  void onewayOrPartialStageHasNoSpeculativeStages() {
    begin(Stage.of(HandlerEntry.of("A"), HandlerEntry.of("B").oneway(true)), Stage.of("C"));
    assertEquals("[]", prefetched(effects.lastSend()));
  }

  @Test
  void firstStageMayBeStateful() {
    begin(Stage.of(HandlerEntry.of("A").atomicity(Atomicity.ATOMIC)), Stage.of("B"));
    assertEquals("[[B1.1]]", prefetched(effects.lastSend()));
  }

  // ---- results

  @Test
  void prefetchedStagesAreNotSentAgain() {
    begin(Stage.of("A"), Stage.of("B"), Stage.of("C"));
    environment.now += 1_000;
    result(2, 1, Status.PERFORMED, property("c", 3));
    result(1, 1, Status.PERFORMED, property("b", 2));
    assertFalse(hasCompleted(), "results count only when their stage begins");
    result(0, 1, Status.PERFORMED, property("a", 1));
    assertEquals(1, effects.sends().size());
    Outcome.Completed end = effects.completed();
    assertEquals(Optional.of((Object) 3), end.properties().get("c"));
    List<Timeline.Attempt> attempts = end.timeline().attempts();
    assertEquals(
        List.of("A 1000-1940", "B 1940-1970", "C 1970-2000"),
        attempts.stream()
            .map(a -> a.handler() + " " + a.sentNanos() + "-" + a.receivedNanos())
            .toList(),
        "each where it was, one after another, the way in the first");
  }

  @Test
  void lateResultCounts() {
    begin(Stage.of("A"), Stage.of("B"));
    performed(0, 1);
    assertFalse(hasCompleted());
    performed(1, 1);
    assertTrue(hasCompleted());
    assertEquals(1, effects.sends().size());
  }

  @Test
  void failedSpeculativeStageIsRetried() {
    begin(
        Stage.of("A"),
        Stage.of(HandlerEntry.of("B").retry(new RetryPolicy(1, Duration.ZERO, Duration.ZERO))));
    performed(0, 1);
    result(1, 1, Status.FAILED, Changes.NONE);
    environment.now += Duration.ofSeconds(10).toNanos();
    on(new Event.Tick());
    assertEquals(2, effects.sends().size());
    assertEquals(2, effects.lastSend().tasks().get(0).attempt());
    performed(1, 2);
    assertTrue(hasCompleted());
  }

  @Test
  void resultForAnotherVersionIsDropped() {
    begin(
        Stage.of(HandlerEntry.of("A").retry(new RetryPolicy(1, Duration.ZERO, Duration.ZERO))),
        Stage.of("B"));
    result(1, 1, Status.PERFORMED, property("b", "from what was lost"));
    result(0, 1, Status.TIMED_OUT, Changes.NONE);
    environment.now += Duration.ofSeconds(10).toNanos();
    on(new Event.Tick());
    performed(0, 2);
    assertEquals(
        "B1.2",
        effects.lastSend().tasks().stream().map(SpeculativeStagesTest::shown).findFirst().get());
    result(1, 1, Status.PERFORMED, property("b", "late"));
    assertFalse(hasCompleted());
    assertEquals(1, environment.counted(Counter.RESULTS_IGNORED));
    result(1, 2, Status.PERFORMED, property("b", "now"));
    assertEquals(Optional.of((Object) "now"), effects.completed().properties().get("b"));
  }

  private static String shown(Task task) {
    return task.handler() + task.index() + "." + task.attempt();
  }

  @Test
  void unstartedSpeculativeStepIsPlacedAtOnce() {
    begin(Stage.of("A"), Stage.of("B"));
    result(1, 1, Status.REFUSED, Changes.NONE);
    performed(0, 1);
    assertEquals("B1.2", shown(effects.lastSend().tasks().get(0)));
    assertEquals(0, environment.counted(Counter.REROUTED), "the stage had not begun");
  }

  @Test
  void revisionDropsSpeculativeStages() {
    begin(Stage.of("A"), Stage.of("B"));
    result(1, 1, Status.PERFORMED, property("b", 1));
    on(new Event.Revised(Sequence.of(Stage.of("C"))));
    performed(0, 1);
    assertEquals("C1.2", shown(effects.lastSend().tasks().get(0)));
  }

  @Test
  void revisionByAHandlerDropsSpeculativeStages() {
    begin(Stage.of("A"), Stage.of("B"));
    result(
        0,
        1,
        Status.PERFORMED,
        property(MessageProperties.REST, OrchestrationWriter.rest(Sequence.of(Stage.of("C")))));
    assertEquals("C1.2", shown(effects.lastSend().tasks().get(0)), effects.toString());
  }

  @Test
  void lostNodeDropsSpeculativeStages() {
    begin(Stage.of("A"), Stage.of("B"));
    environment.serving.put("A", N2);
    environment.serving.put("B", N2);
    result(1, 1, Status.PERFORMED, property("b", 1));
    on(new Event.NodeLost(N1));
    assertEquals(N2, effects.lastSend().node());
    assertEquals("A0.2", shown(effects.lastSend().tasks().get(0)));
    on(new Event.Result(N2, 7, HandlerResult.of(0, 2, Status.PERFORMED, "", 10, 20, Changes.NONE)));
    assertEquals("B1.2", shown(effects.lastSend().tasks().get(0)));
  }

  /** The node has no task meanwhile, so the message gets no event. */
  @Test
  void nodeLostDuringTheMergeDropsSpeculativeStages() {
    begin(Stage.of("A"), Stage.of("B"));
    environment.computesElsewhere = true;
    result(0, 1, Status.PERFORMED, property("a", 1));
    Effect.Compute merge = (Effect.Compute) effects.get(effects.size() - 1);
    environment.serving.replaceAll((handler, node) -> N2);
    on(merge.compute());
    assertEquals(N2, effects.lastSend().node());
    assertEquals("B1.2", shown(effects.lastSend().tasks().get(0)));
  }

  @Test
  void unsentBatchDropsSpeculativeStages() {
    begin(Stage.of("A"), Stage.of("B"));
    on(new Event.Unsent(N1, effects.lastSend().tasks()));
    environment.now += Duration.ofSeconds(1).toNanos();
    on(new Event.Tick());
    assertEquals("A0.2", shown(effects.lastSend().tasks().get(0)));
    performed(0, 2);
    assertEquals("B1.2", shown(effects.lastSend().tasks().get(0)));
  }

  @Test
  void responseDropsSpeculativeStages() {
    begin(Stage.of(HandlerEntry.of("A").mayRespond(true)), Stage.of("B"));
    result(0, 1, Status.PERFORMED, Changes.builder().accept().build());
    performed(1, 1);
    assertEquals(1, effects.sends().size());
    assertTrue(
        effects.stream()
            .anyMatch(
                e -> e instanceof Effect.End end && end.outcome() instanceof Outcome.Responded));
  }

  @Test
  void silentSpeculativeStepTimesOutFromItsBegin() {
    begin(Stage.of("A"), Stage.of("B"));
    environment.now += Duration.ofSeconds(20).toNanos();
    performed(0, 1);
    environment.now += Duration.ofSeconds(20).toNanos();
    on(new Event.Tick());
    assertEquals(0, environment.counted(Counter.TIME_OUTS));
    environment.now += Duration.ofSeconds(3).toNanos();
    on(new Event.Tick());
    assertEquals(1, environment.counted(Counter.TIME_OUTS));
  }

  @Test
  void restartDropsPrefetchedStages() {
    begin(Stage.of(HandlerEntry.of("A").atomicity(Atomicity.ATOMIC)), Stage.of("B"));
    result(1, 1, Status.PERFORMED, property("b", 1));
    Progress kept = execution.progress(environment.now);
    assertEquals(1, kept.steps().size());
    assertEquals(1, kept.position().rest().parts().size());
  }
}
