package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
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

/** Continues each construct after a restart, or in a replay, from encoded progress. */
class OnRestartTest {
  private static final NodeId N = new NodeId("n", "1");
  private static final ProgressFormat FORMAT = new ProgressFormat(Limits.DEFAULT);

  private final FakeEnvironment environment = new FakeEnvironment();
  private final List<Effect> effects = new ArrayList<>();
  private Orchestration orchestration;
  private Execution execution;

  /** The incarnation of the attempt that {@link #task} found. */
  private long incarnation;

  private void begin(Construct... constructs) {
    orchestration = Orchestration.of("o", constructs);
    orchestration.handlerNames().forEach(name -> environment.serving.put(name, N));
    start(Optional.empty());
  }

  private void onRestart() {
    continueWith(execution.progress(environment.now));
  }

  private void replay() {
    continueWith(
        end()
            .resume()
            .orElseThrow(() -> new AssertionError("the replay begins with the first stage")));
  }

  private void continueWith(Progress with) {
    byte[] record = FORMAT.encode(with);
    effects.clear();
    start(Optional.of(FORMAT.decode(record)));
    on(new Event.Tick());
  }

  private void start(Optional<Progress> earlier) {
    MessageState state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"))),
            orchestration,
            Policy.NONE,
            0,
            Duration.ofHours(1).toNanos());
    execution =
        earlier
            .map(it -> Execution.resumed(state, Timeouts.DEFAULT, Limits.DEFAULT, it))
            .orElseGet(() -> Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT));
    on(new Event.Selected(Optional.empty()));
  }

  private void on(Event event) {
    execution.on(event, environment, effects);
  }

  /** The latest task of {@code handler}. */
  private Task task(String handler) {
    Task found = null;
    incarnation = 0;
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send send) {
        for (Task task : send.tasks()) {
          if (task.handler().equals(handler)) {
            found = task;
            incarnation = send.incarnation();
          }
        }
      }
    }
    if (found == null) {
      throw new AssertionError(handler + " was not sent: " + effects);
    }
    return found;
  }

  private void reply(String handler, Status status) {
    Task task = task(handler);
    Changes mark = Changes.builder().property(handler, "was there").build();
    on(
        new Event.Result(
            N,
            incarnation,
            HandlerResult.of(
                task.index(),
                task.attempt(),
                status,
                "so",
                10,
                20,
                status == Status.PERFORMED ? mark : Changes.NONE)));
  }

  private Effect.End end() {
    return effects.stream()
        .filter(Effect.End.class::isInstance)
        .map(Effect.End.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not ended: " + effects));
  }

  private Outcome outcome() {
    return end().outcome();
  }

  /** The handlers of all tasks sent. */
  private List<String> sent() {
    return effects.stream()
        .filter(Effect.Send.class::isInstance)
        .flatMap(effect -> ((Effect.Send) effect).tasks().stream())
        .map(Task::handler)
        .sorted()
        .toList();
  }

  /** The handlers whose marks are in the completed message. */
  private List<String> marks() {
    return assertInstanceOf(Outcome.Completed.class, outcome())
        .properties()
        .asMap()
        .keySet()
        .stream()
        .filter(orchestration.handlerNames()::contains)
        .sorted()
        .toList();
  }

  @Test
  void firstOfAStageIsEnoughAfterRestart() {
    begin(Stage.firstOf(HandlerEntry.of("A"), HandlerEntry.of("B")), Stage.of("C"));
    reply("A", Status.FAILED);
    onRestart();
    reply("B", Status.PERFORMED);
    onRestart();
    reply("C", Status.PERFORMED);
    assertEquals(List.of("B", "C"), marks());
  }

  private static final HandlerEntry BOOK =
      HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook");

  /** The manager restarts after each event. */
  @Test
  void scopeCompensationSurvivesRestarts() {
    environment.serving.put("unbook", N);
    begin(
        Stage.of("before"),
        Sequence.of(
                Sequence.of(Stage.of(BOOK), Stage.of("print"))
                    .onFault(OnFault.any(Stage.of("sorry"), Stage.of("mail"))))
            .onFault(OnFault.any(Stage.of("never"))),
        Stage.of("after"));
    onRestart();
    reply("before", Status.PERFORMED);
    onRestart();
    environment.now++;
    reply("book", Status.PERFORMED);
    onRestart();
    reply("print", Status.FAILED);
    onRestart();
    reply("unbook", Status.PERFORMED);
    onRestart();
    reply("sorry", Status.PERFORMED);
    onRestart();
    reply("mail", Status.PERFORMED);
    onRestart();
    reply("after", Status.PERFORMED);
    assertEquals(List.of("after", "before", "mail", "sorry"), marks());
  }

  /** Compensators do not count as handlers of the stage. */
  @Test
  void scopeCompensationOfAFirstOfStageSurvivesRestarts() {
    environment.serving.put("unbook", N);
    begin(
        Sequence.of(
                Stage.of(BOOK),
                Stage.first(List.of(HandlerEntry.of("print"), HandlerEntry.of("fax"))))
            .onFault(OnFault.any(Stage.of("sorry"))),
        Stage.of("after"));
    environment.now++;
    reply("book", Status.PERFORMED);
    reply("print", Status.FAILED);
    reply("fax", Status.FAILED);
    onRestart();
    reply("unbook", Status.PERFORMED);
    onRestart();
    reply("sorry", Status.PERFORMED);
    onRestart();
    reply("after", Status.PERFORMED);
    assertEquals(List.of("after", "sorry"), marks());
  }

  @Test
  void branchesContinueAfterRestarts() {
    begin(
        Stage.ofBranches(
            Sequence.of(Stage.of("A"), Stage.of("B")), Sequence.of(Stage.of("C"), Stage.of("D"))),
        Stage.of("E"));
    onRestart();
    reply("A", Status.PERFORMED);
    onRestart();
    reply("C", Status.PERFORMED);
    onRestart();
    reply("D", Status.PERFORMED);
    onRestart();
    reply("B", Status.PERFORMED);
    onRestart();
    reply("E", Status.PERFORMED);
    assertEquals(List.of("A", "B", "C", "D", "E"), marks());
  }

  private static final HandlerEntry STAMP = HandlerEntry.of("stamp").atomicity(Atomicity.ATOMIC);

  /** Performed handlers do not run again, in any stage of a branch. */
  @Test
  void replayContinuesBranches() {
    begin(
        Stage.ofBranches(
            Sequence.of(Stage.of(STAMP), Stage.of("B"), Stage.of("Z")),
            Sequence.of(Stage.of("C"), Stage.of("D"))),
        Stage.of("E"));
    environment.now++;
    reply("stamp", Status.PERFORMED);
    reply("C", Status.PERFORMED);
    reply("D", Status.PERFORMED);
    reply("B", Status.FAILED);
    replay();
    assertEquals(List.of("B"), sent());
    reply("B", Status.PERFORMED);
    reply("Z", Status.PERFORMED);
    reply("E", Status.PERFORMED);
    assertEquals(List.of("B", "C", "D", "E", "Z", "stamp"), marks());
    Map<String, Object> properties = ((Outcome.Completed) outcome()).properties().asMap();
    assertNull(properties.get(MessageProperties.FAULT), "only compensators get the fault");
  }

  @Test
  void replayRepeatsACompensatedBranch() {
    environment.serving.put("unbook", N);
    begin(
        Stage.ofBranches(
            Sequence.of(Stage.of("A"), Stage.of(BOOK), Stage.of("print")),
            Sequence.of(Stage.of(STAMP), Stage.of("D"))),
        Stage.of("E"));
    environment.now++;
    reply("A", Status.PERFORMED);
    reply("book", Status.PERFORMED);
    reply("stamp", Status.PERFORMED);
    reply("print", Status.FAILED);
    reply("D", Status.PERFORMED);
    reply("unbook", Status.PERFORMED);
    replay();
    assertEquals(List.of("A", "D"), sent());
    reply("A", Status.PERFORMED);
    reply("book", Status.PERFORMED);
    reply("print", Status.PERFORMED);
    reply("D", Status.PERFORMED);
    reply("E", Status.PERFORMED);
    assertEquals(List.of("A", "D", "E", "book", "print", "stamp"), marks());
  }

  /** A stateful handler without compensator would run again. */
  @Test
  void replayBeginsAtTheFirstStageIfABranchIsNotRepeatable() {
    environment.serving.put("unbook", N);
    begin(
        Stage.ofBranches(
            Sequence.of(Stage.of(STAMP), Stage.of(BOOK), Stage.of("print")),
            Sequence.of(Stage.of("C"), Stage.of("D"))));
    environment.now++;
    reply("stamp", Status.PERFORMED);
    reply("book", Status.PERFORMED);
    reply("C", Status.PERFORMED);
    reply("D", Status.PERFORMED);
    reply("print", Status.FAILED);
    reply("unbook", Status.PERFORMED);
    assertEquals(Optional.empty(), end().resume());
  }
}
