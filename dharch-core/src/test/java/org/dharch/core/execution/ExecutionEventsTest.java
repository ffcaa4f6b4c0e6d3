package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.StepProgress;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Executes messages event by event. */
class ExecutionEventsTest {
  private static final NodeId N1 = new NodeId("n1", "1");
  private static final NodeId N2 = new NodeId("n2", "1");
  private static final HandlerEntry A = HandlerEntry.of("A");
  private static final HandlerEntry B = HandlerEntry.of("B");
  private static final HandlerEntry NON_ATOMIC = A.atomicity(Atomicity.NON_ATOMIC);
  private static final HandlerEntry COMPENSABLE =
      A.atomicity(Atomicity.ATOMIC).compensator("undoA");
  private static final HandlerEntry COMPENSABLE_TOO =
      B.atomicity(Atomicity.ATOMIC).compensator("undoB");
  private static final Fault WHY = new Fault(Fault.Code.SHUT_DOWN, "", "why");
  private static final long DEADLINE = Duration.ofHours(1).toNanos();
  private static final long PATIENCE = Duration.ofSeconds(22).toNanos();

  private final FakeEnvironment environment = new FakeEnvironment();
  private final List<Effect> effects = new ArrayList<>();
  private Execution execution;
  private MessageState state;

  private void begin(Stage... stages) {
    environment.serving.putIfAbsent("A", N1);
    environment.serving.putIfAbsent("B", N2);
    environment.serving.putIfAbsent("undoA", N1);
    execution = execution(Optional.empty(), stages);
    on(new Event.Selected(Optional.empty()));
  }

  private Execution execution(Optional<Progress> earlier, Stage... stages) {
    state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"))),
            Orchestration.of("o", stages),
            Policy.NONE,
            0,
            DEADLINE);
    return earlier
        .map(it -> Execution.resumed(state, Timeouts.DEFAULT, Limits.DEFAULT, it))
        .orElseGet(() -> Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT));
  }

  /** Continues in the next incarnation of the manager. */
  private void onRestart(Stage... stages) {
    Progress kept = execution.progress(environment.now);
    effects.clear();
    execution = execution(Optional.of(kept), stages);
    on(new Event.Selected(Optional.empty()));
  }

  private void on(Event event) {
    execution.on(event, environment, effects);
  }

  /** The latest task of {@code handler}. */
  private Task task(String handler) {
    Task found = null;
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send send) {
        for (Task task : send.tasks()) {
          found = task.handler().equals(handler) ? task : found;
        }
      }
    }
    if (found == null) {
      throw new AssertionError(handler + " was not sent: " + effects);
    }
    return found;
  }

  private void reply(NodeId from, String handler, Status status, Changes changes) {
    Task task = task(handler);
    on(
        new Event.Result(
            from,
            7,
            HandlerResult.of(task.index(), task.attempt(), status, "so", 10, 20, changes)));
  }

  private void performed(NodeId from, String handler) {
    reply(from, handler, Status.PERFORMED, Changes.NONE);
  }

  private StepProgress step(int index) {
    return execution.progress(environment.now).steps().get(index);
  }

  private Effect.End end() {
    return effects.stream()
        .filter(Effect.End.class::isInstance)
        .map(Effect.End.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not ended: " + effects));
  }

  private Outcome.Failed failed() {
    return (Outcome.Failed) end().outcome();
  }

  private List<String> notes() {
    Outcome outcome = end().outcome();
    return outcome instanceof Outcome.Failed failed
        ? failed.timeline().notes()
        : ((Outcome.Completed) outcome).timeline().notes();
  }

  // ---- questions

  @Test
  void onlyAttemptsInFlightAreCurrent() {
    begin(Stage.of(A, B));
    Task task = task("A");
    assertTrue(execution.isCurrent(N1, task));
    assertFalse(execution.isCurrent(N2, task));
    performed(N1, "A");
    assertFalse(execution.isCurrent(N1, task), "performed");
    assertTrue(execution.isCurrent(N2, task("B")));
    Task late = task("B");
    reply(N2, "B", Status.REFUSED, Changes.NONE);
    environment.now = execution.nextWake();
    on(new Event.Tick());
    assertFalse(execution.isCurrent(N2, late), "a later attempt exists");
    assertTrue(execution.isCurrent(N2, task("B")));
  }

  @Test
  void awaitsOnlyTheLostNode() {
    begin(Stage.of(NON_ATOMIC));
    assertFalse(execution.awaits("n1"));
    on(new Event.NodeLost(N1));
    assertTrue(execution.awaits("n1"));
    assertFalse(execution.awaits("n2"));
    effects.clear();
    on(new Event.NodeJoined(N2));
    assertEquals(List.of(), effects);
    assertTrue(execution.awaits("n1"));
  }

  @Test
  void progressBeforeSelectionIsThatOfTheEarlierIncarnation() {
    begin(Stage.of(A));
    Progress was = execution.progress(5);
    assertSame(was, execution(Optional.of(was), Stage.of(A)).progress(6));
    assertEquals(was.revision() + 1, execution.progress(6).revision());
  }

  // ---- events

  @Test
  void freedCapacityConcernsOnlyItsHandler() {
    environment.full.addAll(List.of("A", "B"));
    begin(Stage.of(A, B));
    assertEquals(List.of("await A", "await B"), environment.burdens);
    environment.full.clear();
    on(new Event.CapacityFreed("B"));
    assertEquals(StepState.HELD, step(0).state());
    assertEquals(StepState.SENT, step(1).state());
  }

  @Test
  void lostNodeConcernsOnlyItsSteps() {
    begin(Stage.of(A, B));
    on(new Event.NodeLost(N1));
    assertEquals(StepState.SENT, step(1).state());
    assertEquals(1, step(1).attempt().number());
    assertFalse(environment.burdens.contains("released B since 1000 WITHDRAWN"));
    assertTrue(environment.burdens.contains("released A since 1000 WITHDRAWN"));
  }

  @Test
  void mergedChangesAreDropped() {
    environment.lookNanos = 40;
    begin(Stage.of(A, B), Stage.of(A));
    Changes changes = Changes.builder().property("p", "v").build();
    reply(N1, "A", Status.PERFORMED, changes);
    assertFalse(step(0).traces().changes().isEmpty());
    performed(N2, "B");
    assertTrue(step(0).traces().changes().isEmpty());
    performed(N1, "A");
    Outcome.Completed completed = (Outcome.Completed) end().outcome();
    assertEquals(40, completed.timeline().mergeNanos());
    assertEquals(1_000, completed.timeline().attempts().get(0).sentNanos());
  }

  @Test
  void unknownReplyIsCountedAndDischargesItsNode() {
    begin(Stage.of(NON_ATOMIC));
    reply(N1, "A", Status.UNKNOWN, Changes.NONE);
    assertEquals(1, environment.counted(Counter.RESULTS_APPLIED));
    assertTrue(environment.burdens.contains("released A since 1000 UNANSWERED"));
    assertEquals("unknown", failed().timeline().attempts().get(0).result());
  }

  @Test
  void timedOutReplyIsCountedAsTimeOut() {
    begin(Stage.of(A));
    reply(N1, "A", Status.TIMED_OUT, Changes.NONE);
    assertEquals(1, environment.counted(Counter.TIME_OUTS));
    assertEquals(new Fault(Fault.Code.HANDLER_TIMED_OUT, "A", "so"), failed().fault());
  }

  @Test
  void equalTraceIsNotedOnce() {
    begin(Stage.of(A.retry(new RetryPolicy(2, Duration.ofSeconds(1), Duration.ofSeconds(1)))));
    for (int attempt = 1; attempt <= 3; attempt++) {
      HandlerResult failed =
          HandlerResult.of(0, step(0).attempt().number(), Status.FAILED, "so", 0, 0, Changes.NONE)
              .traced("E: so\n    at f\n");
      on(new Event.Result(N1, 7, failed));
      environment.now += 2_000_000_000L;
      on(new Event.Tick());
    }
    assertEquals(
        List.of("handler 'A' on n1~1, attempt 1: E: so\n    at f"),
        failed().timeline().notes().stream().filter(note -> note.contains("attempt 1")).toList());
    assertEquals(3, environment.burdens.stream().filter("failed A FAILED"::equals).count());
  }

  @Test
  void deadlineFaultNamesStageAndWaitingSteps() {
    begin(Stage.of(A), Stage.of(A, B));
    performed(N1, "A");
    performed(N1, "A");
    environment.now = DEADLINE;
    on(new Event.Tick());
    assertEquals(
        "the message's deadline passed in stage 2, waiting for 'B'", failed().fault().reason());
  }

  @Test
  void withdrawalOfARunningMessageIsNoted() {
    begin(Stage.of(A));
    on(new Event.Withdrawn(new Fault(Fault.Code.CANCELLED, "", "not wanted")));
    performed(N1, "A");
    assertTrue(notes().get(0).startsWith("the requester withdrew"), notes()::toString);
  }

  @Test
  void endedMessageRejectsRevision() {
    begin(Stage.of(A.completionCallback(true)));
    performed(N1, "A");
    assertFalse(execution.isOver());
    on(new Event.Revised(Sequence.of(List.of())));
    assertEquals(1, environment.counted(Counter.CHANGES_REFUSED));
  }

  @Test
  void onewayHandlerIsNotifiedOfTheEnd() {
    begin(Stage.of(A.oneway(true).completionCallback(true)));
    assertEquals(Task.Purpose.NOTIFY_COMPLETED, task("A").purpose());
  }

  @Test
  void progressKeepsWhatWasChanged() {
    begin(Stage.of(A), Stage.of(A), Stage.of(B));
    reply(N1, "A", Status.PERFORMED, Changes.builder().property("p", "v").build());
    assertFalse(
        execution.progress(0).message().headersChanged()
            || execution.progress(0).message().bodyChanged());
    byte[] block = Utf8.bytes("<h xmlns='urn:h'/>");
    reply(N1, "A", Status.PERFORMED, Changes.builder().addHeader(block).build());
    assertTrue(execution.progress(0).message().headersChanged());
    assertFalse(execution.progress(0).message().bodyChanged());
    onRestart(Stage.of(A), Stage.of(A), Stage.of(B));
    assertEquals("o", state.orchestrationName());
    environment.now += 5;
    while (effects.stream().noneMatch(Effect.End.class::isInstance)) {
      environment.now = execution.nextWake();
      on(new Event.Tick());
    }
    assertEquals(1_000, failed().timeline().selectedNanos());
  }

  @Test
  void oneHundredNotesAreKept() {
    begin(Stage.of(A));
    for (int i = 0; i < 102; i++) {
      on(new Event.Revised(Sequence.of(List.of())));
    }
    performed(N1, "A");
    assertEquals(100, notes().size());
    assertEquals("after stage 1 it continues with nothing", notes().get(99));
  }

  // ---- compensation

  @Test
  void pausedRetryNeedsNoCompensation() {
    RetryPolicy once = new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofSeconds(1));
    begin(Stage.of(COMPENSABLE.retry(once), B));
    reply(N1, "A", Status.FAILED, Changes.NONE);
    assertEquals(StepState.PAUSED, step(0).state());
    reply(N2, "B", Status.FAILED, Changes.NONE);
    assertEquals("B", failed().fault().handler());
    assertTrue(end().pending().isEmpty());
  }

  @Test
  void stepOnLostNodeMayNeedCompensation() {
    begin(Stage.of(COMPENSABLE, B));
    on(new Event.NodeLost(N1));
    reply(N2, "B", Status.FAILED, Changes.NONE);
    assertEquals(StepState.AWAITING, step(0).state());
    environment.now = execution.until();
    on(new Event.Tick());
    assertEquals(List.of("handler 'A' by 'undoA'"), end().pending().orElseThrow().toCompensate());
    assertEquals(1, environment.counted(Counter.COMPENSATIONS_FAILED));
    assertTrue(
        notes().contains("no time was left to compensate handler 'A' on n1~1"), notes()::toString);
    assertEquals(Compensation.LEFT, step(0).compensation());
  }

  @Test
  void handlerWithoutCompensatorLeavesNoCompensation() {
    begin(Stage.of(COMPENSABLE), Stage.of(NON_ATOMIC, B));
    performed(N1, "A");
    reply(N2, "B", Status.FAILED, Changes.NONE);
    environment.serving.remove("undoA");
    performed(N1, "undoA");
    assertTrue(end().pending().isEmpty());
  }

  @Test
  void rejectedStepOfAHaltingMessageIsNotRerouted() {
    begin(Stage.of(COMPENSABLE, B));
    reply(N2, "B", Status.FAILED, Changes.NONE);
    environment.serving.put("A", N2);
    reply(N1, "A", Status.REFUSED, Changes.NONE);
    assertEquals(0, environment.counted(Counter.REROUTED));
    assertEquals("B", failed().fault().handler());
  }

  @Test
  void rejectedCallbackIsNotRerouted() {
    begin(Stage.of(A.completionCallback(true)));
    performed(N1, "A");
    reply(N1, "A", Status.REFUSED, Changes.NONE);
    assertEquals(1, environment.counted(Counter.END_NOTICE_LOST));
    assertTrue(execution.isOver());
  }

  @Test
  void silentCompensatorAwaitsItsNode() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    reply(N2, "B", Status.FAILED, Changes.NONE);
    environment.serving.remove("undoA");
    environment.serving.remove("A"); // so that its node is not alive
    environment.now = step(2).state() == StepState.SENT ? environment.now + PATIENCE : 0;
    assertTrue(environment.now > execution.until(), "its time to compensate is shorter");
    on(new Event.Tick());
    assertEquals(List.of("handler 'A' by 'undoA'"), end().pending().orElseThrow().toCompensate());
  }

  // ---- abandoned and suspended

  @Test
  void abandonedWaitingMessageFails() {
    execution = execution(Optional.empty(), Stage.of(A));
    on(new Event.Abandoned(WHY));
    assertEquals(WHY, failed().fault());
    assertTrue(execution.isOver());
    assertTrue(end().pending().isEmpty());
    assertEquals(1, environment.counted(Counter.FAILED));
  }

  @Test
  void abandonedRunningMessageFailsWithPendingCompensations() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    on(new Event.Abandoned(WHY));
    assertEquals(WHY, failed().fault());
    assertEquals(List.of("handler 'A' by 'undoA'"), end().pending().orElseThrow().toCompensate());
    assertTrue(execution.isOver());
    assertInstanceLeave();
  }

  private void assertInstanceLeave() {
    assertTrue(effects.get(effects.size() - 1) instanceof Effect.Leave, effects::toString);
  }

  @Test
  void abandonedCompensatingMessageKeepsItsFault() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    reply(N2, "B", Status.FAILED, Changes.NONE);
    on(new Event.Broken(WHY));
    assertEquals("B", failed().fault().handler());
    assertEquals(List.of("handler 'A' by 'undoA'"), end().pending().orElseThrow().toCompensate());
    assertTrue(execution.isOver());
  }

  @Test
  void abandonedCallbacksAreCounted() {
    begin(Stage.of(A.completionCallback(true), B.completionCallback(true)));
    performed(N1, "A");
    performed(N2, "B");
    on(new Event.Abandoned(WHY));
    assertEquals(2, environment.counted(Counter.END_NOTICE_LOST)); // the running one and the other
    assertTrue(execution.isOver());
  }

  @Test
  void suspendedCallbacksAreCounted() {
    begin(Stage.of(A.completionCallback(true), B.completionCallback(true)));
    performed(N1, "A");
    performed(N2, "B");
    on(new Event.Suspended(WHY));
    assertEquals(2, environment.counted(Counter.END_NOTICE_LOST));
    assertTrue(execution.isOver());
    assertEquals(1, effects.stream().filter(Effect.End.class::isInstance).count());
  }

  @Test
  void suspendedRunningMessageKeepsItsProgress() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    on(new Event.Suspended(WHY));
    assertEquals(WHY, failed().fault());
    assertTrue(end().pending().isEmpty());
    assertEquals(0, environment.counted(Counter.FAILED));
    assertTrue(execution.isOver());
    assertEquals(Progress.Course.RUNNING, execution.progress(environment.now).course());
  }

  @Test
  void suspendedCompensatingMessageKeepsItsCourse() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    on(new Event.Broken(WHY));
    on(new Event.Suspended(WHY));
    assertEquals(Progress.Course.COMPENSATING, execution.progress(environment.now).course());
  }

  // ---- restart

  @Test
  void sentStatefulStepIsAwaitedAfterRestart() {
    begin(Stage.of(NON_ATOMIC));
    long sentAt = environment.now;
    environment.now = 50_000;
    environment.serving.clear();
    onRestart(Stage.of(NON_ATOMIC));
    assertEquals(StepState.AWAITING, step(0).state());
    assertEquals(sentAt + PATIENCE, execution.nextWake(), "counted from its sending");
    environment.now = execution.nextWake();
    on(new Event.Tick());
    assertEquals("continued by another incarnation of its manager", notes().get(0));
  }

  @Test
  void sentCompensatorIsAwaitedAfterRestart() {
    begin(Stage.of(COMPENSABLE), Stage.of(B));
    performed(N1, "A");
    reply(N2, "B", Status.FAILED, Changes.NONE);
    environment.serving.clear();
    onRestart(Stage.of(COMPENSABLE), Stage.of(B));
    assertEquals(StepState.AWAITING, step(2).state());
    assertEquals(Progress.Course.COMPENSATING, execution.progress(0).course());
    assertEquals(execution.until(), execution.nextWake());
    environment.now = execution.until();
    on(new Event.Tick());
    assertEquals(Progress.Course.FAILED, execution.progress(0).course());
  }

  @Test
  void compensationAfterTheEndHasItsOwnCourse() {
    environment.serving.remove("undoA");
    leaveToCompensate(Stage.of(COMPENSABLE));
    assertEquals(Progress.Course.FAILED_COMPENSATING, execution.progress(0).course());
    environment.now = execution.until();
    on(new Event.Tick());
    assertEquals(Progress.Course.FAILED, end().pending().orElseThrow().course());
  }

  @Test
  void awaitedCompensatorBlocksOthersForOneRound() {
    Stage[] stages = {Stage.of(COMPENSABLE), Stage.of(COMPENSABLE_TOO)};
    leaveToCompensate(stages);
    task("undoB");
    environment.serving.values().removeIf(N2::equals);
    onRestart(stages);
    assertEquals(List.of(), effects, "undoB was sent to a node that is lost");
    environment.now = execution.until();
    on(new Event.Tick());
    effects.removeIf(effect -> !(effect instanceof Effect.End));
    Progress left = end().pending().orElseThrow();
    effects.clear();
    execution = execution(Optional.of(left), stages);
    on(new Event.Selected(Optional.empty()));
    assertEquals("undoA", task("undoA").handler(), "undoB blocks no longer");
  }

  /** Completes without delivery, so that the handlers are compensated. */
  private void leaveToCompensate(Stage... stages) {
    environment.serving.put("undoB", N2);
    begin(stages);
    performed(N1, "A");
    if (stages.length > 1) {
      performed(N2, "B");
    }
    Progress left = execution.progress(environment.now).undelivered(WHY);
    effects.clear();
    execution = execution(Optional.of(left), stages);
    on(new Event.Selected(Optional.empty()));
  }

  @Test
  void restartSkipsRunningCallbacks() {
    begin(Stage.of(A.completionCallback(true), B.completionCallback(true)));
    performed(N1, "A");
    performed(N2, "B");
    assertEquals(Progress.Course.COMPLETED, execution.progress(0).course());
    onRestart(Stage.of(A.completionCallback(true), B.completionCallback(true)));
    assertEquals(1, environment.counted(Counter.END_NOTICE_LOST));
    assertTrue(end().outcome() instanceof Outcome.Completed);
    assertTrue(execution.isOver());
  }

  @Test
  void unsentRepetitionDoesNotRestartACallback() {
    begin(Stage.of(A.completionCallback(true)));
    performed(N1, "A");
    Task notification = task("A");
    assertEquals(Task.Purpose.NOTIFY_COMPLETED, notification.purpose());
    effects.clear();
    on(new Event.Reconnected());
    assertEquals(notification, task("A"), "the same attempt again");
    on(new Event.Unsent(N1, List.of(notification)));
    effects.clear();
    environment.now += Duration.ofSeconds(1).toNanos();
    on(new Event.Tick());
    assertTrue(effects.isEmpty(), effects.toString());
    on(
        new Event.Result(
            N1,
            7,
            HandlerResult.of(
                notification.index(),
                notification.attempt(),
                Status.PERFORMED,
                "",
                1,
                1,
                Changes.NONE)));
    assertTrue(execution.isOver());
  }

  /** The node is lost while the task batch waits for the disk. */
  @Test
  void unsentStepOnLostNodeIsPlacedAgain() {
    begin(Stage.of(A.atomicity(Atomicity.ATOMIC)));
    Task never = task("A");
    environment.serving.put("A", N2);
    on(new Event.NodeLost(N1));
    assertEquals(StepState.AWAITING, step(0).state());
    on(new Event.Unsent(N1, List.of(never)));
    effects.clear();
    environment.now += Duration.ofSeconds(1).toNanos();
    on(new Event.Tick());
    performed(N2, "A");
    assertTrue(end().outcome() instanceof Outcome.Completed);
  }

  /** Otherwise it would perform for a message that is compensated. */
  @Test
  void unsentStepDoesNotBeginInAHaltingMessage() {
    begin(Stage.of(COMPENSABLE, B));
    Task never = task("A");
    reply(N2, "B", Status.FAILED, Changes.NONE);
    assertEquals(StepState.SENT, step(0).state(), "it may still perform");
    on(new Event.Unsent(N1, List.of(never)));
    assertEquals("B", failed().fault().handler());
    assertEquals(Optional.empty(), end().pending());
  }

  // ---- large messages

  @Test
  void messageLargerThanEveryNodeAcceptsFails() {
    environment.largest = 10;
    begin(Stage.of(A));
    Fault fault = failed().fault();
    assertEquals(Fault.Code.TOO_LARGE, fault.code());
    int bytes = state.envelope().length;
    assertEquals(
        "the message has "
            + bytes
            + " bytes; the largest that a node hosting it accepts is 10, by its heap",
        fault.reason());
    assertTrue(effects.stream().noneMatch(Effect.Send.class::isInstance));
  }

  /** The node has too little memory for the body. */
  @Test
  void partialHandlerCountsTheBodyOnlyIfDeclared() {
    environment.largest = 10;
    DeclaredPart header = new DeclaredPart.Header(new QName("urn:x", "h"));
    begin(Stage.of(A.partial(true).access(Access.of(Set.of(header), Set.of()))), Stage.of(B));
    assertTrue(effects.stream().anyMatch(Effect.Send.class::isInstance), "headers are small");
    DeclaredPart body = new DeclaredPart.Body();
    begin(Stage.of(A.partial(true).access(Access.of(Set.of(header, body), Set.of()))));
    assertEquals(Fault.Code.TOO_LARGE, failed().fault().code());
  }

  @Test
  void messageThatGrewTooLargeFails() {
    environment.largest = 300;
    begin(Stage.of(A), Stage.of(B));
    String block = "<big xmlns='urn:x'>" + "x".repeat(300) + "</big>";
    reply(N1, "A", Status.PERFORMED, Changes.builder().addHeader(Utf8.bytes(block)).build());
    assertEquals(Fault.Code.TOO_LARGE, failed().fault().code());
    assertEquals("B", failed().fault().handler());
  }
}
