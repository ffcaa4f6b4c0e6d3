package org.dharch.core.execution.progress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Queries, changes and the encoding of progress. */
class ProgressTest {
  private static final MessageId ID = new MessageId(1, 2);
  private static final HandlerEntry A =
      HandlerEntry.of("A").atomicity(Atomicity.ATOMIC).compensator("undoA");
  private static final HandlerEntry B = HandlerEntry.of("B");
  private static final HandlerEntry OPTIONAL = HandlerEntry.of("C").mustPerform(false);
  private static final Fault FAULT = new Fault(Fault.Code.HANDLER_FAILED, "B", "full");
  private static final NodeId NODE = new NodeId("n", "7");

  private static StepProgress step(
      StepRole role, HandlerEntry entry, StepState state, Compensation compensation) {
    return step(NODE, role, entry, state, compensation);
  }

  private static StepProgress step(
      NodeId node, StepRole role, HandlerEntry entry, StepState state, Compensation compensation) {
    return new StepProgress(
        new StepProgress.Subject(role, 0, entry, 0),
        state,
        new StepProgress.Attempt(Optional.of(node), 5, 6, 3, 7),
        new StepProgress.Retries(2, 1, true),
        new StepProgress.Traces(Changes.builder().property("p", "v").build(), compensation, 4),
        Optional.of(FAULT));
  }

  private static StepProgress performing(
      HandlerEntry entry, StepState state, Compensation compensation) {
    return step(StepRole.PERFORM, entry, state, compensation);
  }

  private static Progress progress(StepProgress... steps) {
    return new Progress(
        ID,
        9,
        Progress.Course.RUNNING,
        new Progress.Position(
            -1,
            1,
            Stream.of(steps)
                .filter(s -> s.role() == StepRole.PERFORM)
                .map(s -> Stage.of(s.entry()))
                .toList(),
            Sequence.of(List.of(Stage.of(B), Stage.of(OPTIONAL))),
            List.of(),
            Map.of(),
            List.of()),
        List.of(steps),
        new MessageVersion(
            new MessageContent(
                new byte[] {1, 2},
                MessageProperties.empty().with("q", 1L),
                Set.of(new HeaderRef(new QName("urn:h", "h"), 1))),
            true,
            false),
        new Progress.History(
            new Timeline(ID, "o", 1, 2, List.of(), 3, List.of("note")),
            Optional.empty(),
            Optional.empty()));
  }

  @Test
  void pendingCompensationsFollowStateAndCompensation() {
    for (Compensation compensation : Compensation.values()) {
      for (StepState state : StepState.values()) {
        boolean open =
            EnumSet.of(StepState.SENT, StepState.AWAITING, StepState.COMPENSATING).contains(state);
        boolean stands =
            EnumSet.of(Compensation.DUE, Compensation.LEFT, Compensation.BEGUN)
                    .contains(compensation)
                || open;
        Progress progress = progress(performing(A, state, compensation));
        assertEquals(stands, progress.hasPendingCompensations(), compensation + " " + state);
        assertEquals(
            stands ? List.of("handler 'A' by 'undoA'") : List.of(), progress.toCompensate());
        boolean doubt = compensation == Compensation.DOUBTFUL;
        assertEquals(stands || doubt, progress.isUnresolved());
        assertEquals(
            doubt
                ? List.of("whether compensator 'undoA' of handler 'A' has performed is not known")
                : List.of(),
            progress.doubts());
      }
    }
    assertFalse(
        progress(performing(B, StepState.SENT, Compensation.NOTHING)).hasPendingCompensations());
    assertFalse(
        progress(step(StepRole.NOTIFY, A, StepState.SENT, Compensation.NOTHING))
            .hasPendingCompensations());
  }

  @Test
  void completedProgressKeepsOnlyBegunCompensations() {
    Progress completed =
        progress(
                performing(A, StepState.PERFORMED, Compensation.DUE),
                performing(A, StepState.SKIPPED, Compensation.LEFT))
            .completed();
    assertEquals(Compensation.NOTHING, completed.steps().get(0).compensation());
    assertEquals(Compensation.LEFT, completed.steps().get(1).compensation());
    assertEquals(Progress.Course.FAILED, completed.course());
    assertTrue(completed.fault().orElseThrow().reason().contains("it completed"));
    assertEquals(10, completed.revision());
  }

  @Test
  void compensatingProgressKeepsTheFirstFault() {
    Progress compensating = progress().compensating(FAULT);
    assertEquals(Progress.Course.COMPENSATING, compensating.course());
    assertEquals(Optional.of(FAULT), compensating.fault());
    Fault other = new Fault(Fault.Code.DEADLINE, "", "late");
    assertEquals(Optional.of(FAULT), compensating.compensating(other).fault());
    assertEquals(11, compensating.compensating(other).revision());
    Progress undelivered = compensating.undelivered(other);
    assertEquals(Progress.Course.FAILED, undelivered.course());
    assertEquals(Optional.of(other), undelivered.fault());
    assertEquals(Progress.Course.FAILED, undelivered.compensating(FAULT).course());
  }

  @Test
  void neededHandlersAreRequiredAndOpen() {
    Progress progress =
        progress(
            performing(A, StepState.PERFORMED, Compensation.DUE),
            performing(HandlerEntry.of("D"), StepState.SENT, Compensation.NOTHING),
            performing(OPTIONAL, StepState.PAUSED, Compensation.NOTHING),
            step(
                StepRole.COMPENSATE,
                HandlerEntry.of("undoA"),
                StepState.NEW,
                Compensation.NOTHING));
    assertEquals(List.of("D", "B"), progress.needed());
    assertEquals(List.of(), progress.compensating(FAULT).needed());
    assertEquals(List.of(), progress.undelivered(FAULT).needed());
  }

  @Test
  void compensationContinuesIfHostedOrItsNodeIsAlive() {
    Progress due = progress(performing(A, StepState.PERFORMED, Compensation.DUE));
    assertTrue(due.mayCompensate("undoA"::equals, node -> false));
    assertFalse(due.mayCompensate("other"::equals, node -> true));
    for (StepState state : StepState.values()) {
      NodeId node = NODE.withJournal("m");
      HandlerEntry undo = HandlerEntry.of("undoA");
      Progress begun =
          progress(
              performing(A, StepState.PERFORMED, Compensation.BEGUN),
              step(node, StepRole.COMPENSATE, undo, state, Compensation.NOTHING));
      boolean there = EnumSet.of(StepState.SENT, StepState.AWAITING).contains(state);
      boolean nowhere = EnumSet.of(StepState.NEW, StepState.HELD, StepState.PAUSED).contains(state);
      assertEquals(there, begun.mayCompensate(served -> false, "n"::equals), state.toString());
      assertEquals(nowhere, begun.mayCompensate("undoA"::equals, n -> false), state.toString());
      assertFalse(begun.mayCompensate("other"::equals, "other"::equals), state.toString());
    }
    Progress awaited = progress(performing(A, StepState.AWAITING, Compensation.NOTHING));
    assertTrue(awaited.mayCompensate(served -> false, "n"::equals));
    assertTrue(awaited.mayCompensate("undoA"::equals, node -> false));
    assertFalse(awaited.mayCompensate("other"::equals, node -> false));
    Progress withoutJournal =
        progress(
            performing(A, StepState.PERFORMED, Compensation.BEGUN),
            step(
                StepRole.COMPENSATE,
                HandlerEntry.of("undoA"),
                StepState.AWAITING,
                Compensation.NOTHING));
    assertTrue(withoutJournal.mayCompensate(served -> false, node -> false), "it is doubtful");
    assertFalse(progress().mayCompensate(served -> true, node -> true));
    Progress paused =
        progress(
            performing(A, StepState.COMPENSATING, Compensation.BEGUN),
            performing(B, StepState.PAUSED, Compensation.NOTHING));
    assertFalse(paused.mayCompensate(served -> true, node -> false), "B is not compensated");
  }

  private static final ProgressFormat FORMAT = new ProgressFormat(Limits.DEFAULT);

  @Test
  void decodesEncodedProgress() {
    HandlerEntry undoA = StepRole.COMPENSATE.entry(A);
    Progress kept =
        progress(
            performing(A, StepState.COMPENSATING, Compensation.BEGUN),
            step(StepRole.COMPENSATE, undoA, StepState.SENT, Compensation.NOTHING),
            step(StepRole.NOTIFY, StepRole.NOTIFY.entry(A), StepState.PAUSED, Compensation.NOTHING),
            performing(B, StepState.SENT, Compensation.NOTHING),
            new StepProgress(
                new StepProgress.Subject(StepRole.PERFORM, 1, OPTIONAL, 4),
                StepState.NEW,
                new StepProgress.Attempt(Optional.empty(), 0, 0, 0, StepProgress.Attempt.UNLIMITED),
                StepProgress.Retries.NONE,
                StepProgress.Traces.NONE,
                Optional.empty()));
    Progress read = FORMAT.decode(FORMAT.encode(kept));
    assertEquals(textWithoutBytes(kept), textWithoutBytes(read));
    assertEquals("v", read.steps().get(0).traces().changes().properties().get("p"));
    assertArrayEquals(kept.message().envelope(), read.message().envelope());
    assertEquals(kept.position().rest(), read.position().rest());
    Progress faulted = kept.compensating(FAULT);
    assertEquals(Optional.of(FAULT), FORMAT.decode(FORMAT.encode(faulted)).fault());
  }

  /** The begun stages, and which of them need only their first handler. */
  @Test
  void begunStagesAreEncoded() {
    Stage race = Stage.firstOf(B, OPTIONAL);
    Progress p =
        progress(
            performing(A, StepState.PERFORMED, Compensation.DUE),
            inStage1(B, StepState.SENT),
            inStage1(OPTIONAL, StepState.FAILED));
    Progress kept = with(p, List.of(Stage.of(A), race));
    Progress read = FORMAT.decode(FORMAT.encode(kept));
    assertEquals(List.of(Stage.of(A), race), read.position().begun());
    assertEquals(p.position().rest(), read.position().rest());
    assertTrue(read.position().isFirstEnough());
    assertEquals(List.of("B"), read.needed(), "only the handlers after it");
  }

  private static StepProgress inStage1(HandlerEntry entry, StepState state) {
    StepProgress s = performing(entry, state, Compensation.NOTHING);
    return new StepProgress(
        new StepProgress.Subject(s.role(), 1, entry, 0),
        state,
        s.attempt(),
        s.retries(),
        s.traces(),
        s.fault());
  }

  private static Progress with(Progress p, List<Stage> begun) {
    return at(1, p, begun);
  }

  /** The progress with this current stage. */
  private static Progress at(int stage, Progress p, List<Stage> begun) {
    Progress.Position position =
        new Progress.Position(
            stage, stage, begun, p.position().rest(), List.of(), Map.of(), List.of());
    return new Progress(ID, 9, p.course(), position, p.steps(), p.message(), p.history());
  }

  @Test
  void responseIsEncoded() {
    Changes answer = Changes.builder().respond(new byte[] {7, 8}).build();
    Progress open = progress(performing(A, StepState.PERFORMED, Compensation.DUE));
    Progress answered =
        new Progress(
            ID,
            9,
            Progress.Course.RESPONDED,
            open.position(),
            open.steps(),
            open.message(),
            new Progress.History(open.timeline(), Optional.empty(), answer.verdict()));
    Progress read = FORMAT.decode(FORMAT.encode(answered));
    assertArrayEquals(
        new byte[] {7, 8},
        ((Changes.Verdict.Respond) read.history().answer().orElseThrow()).envelope());
    assertTrue(read.endedWell());
    assertFalse(read.compensating(FAULT).hasPendingCompensations(), "handlers keep their effects");
  }

  @Test
  void handlersAfterAPossibleResponseAreNotNeeded() {
    StepProgress sent = performing(HandlerEntry.of("sink"), StepState.SENT, Compensation.NOTHING);
    assertEquals(List.of("sink", "B"), atStage0(sent).needed());
    StepProgress may =
        performing(HandlerEntry.of("sink").mayRespond(true), StepState.SENT, Compensation.NOTHING);
    assertEquals(List.of("sink"), atStage0(may).needed());
  }

  private static Progress atStage0(StepProgress step) {
    Progress p = progress(step);
    return at(0, p, p.position().begun());
  }

  /** The text without object identities. */
  private static String textWithoutBytes(Progress progress) {
    return progress.toString().replaceAll("(\\[B|Changes)@\\w+", "");
  }

  @Test
  void malformedProgressIsRejected() {
    byte[] bytes = FORMAT.encode(progress(performing(A, StepState.NEW, Compensation.NOTHING)));
    byte[] other = bytes.clone();
    other[0] = 2;
    assertEquals(
        "version of a message's progress must be 1 (got 2)",
        assertThrows(MalformedMessageException.class, () -> FORMAT.decode(other)).getMessage());
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThrows(MalformedMessageException.class, () -> FORMAT.decode(longer));
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(MalformedMessageException.class, () -> FORMAT.decode(cut), "" + length);
    }
  }
}
