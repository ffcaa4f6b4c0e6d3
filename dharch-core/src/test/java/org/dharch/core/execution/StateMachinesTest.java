package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.dharch.core.execution.Step.State;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.states.TransitionTable.Kind;
import org.dharch.core.states.TransitionTable.Row;
import org.junit.jupiter.api.Test;

/** The two tables themselves, and the page that is made from them. */
class StateMachinesTest {
  private static final Path PAGE = Path.of("../docs/state-machines.md");
  private static final Set<State> SETTLED =
      EnumSet.of(State.PERFORMED, State.SKIPPED, State.FAILED, State.FIRED);

  @Test
  void thePageIsMadeFromTheTables() throws IOException {
    if (Boolean.getBoolean("state-machines.write")) {
      Files.writeString(PAGE, StateMachinesPage.text());
    }
    assertEquals(
        StateMachinesPage.text(),
        Files.readString(PAGE),
        "docs/state-machines.md is stale; -Dstate-machines.write=true writes it anew");
  }

  @Test
  void whatItsNodeSaysOfAnAttemptIsTakenAlikeWhileItIsAwaited() {
    for (StepTrigger trigger : StepTrigger.values()) {
      if (trigger.name().startsWith("REPLY_")) {
        Row<State, StepTrigger, StepTable.Action> sent = StepTable.TABLE.row(State.SENT, trigger);
        Row<State, StepTrigger, StepTable.Action> awaiting =
            StepTable.TABLE.row(State.AWAITING, trigger);
        assertEquals(Kind.TAKEN, awaiting.kind());
        assertEquals(sent.to(), awaiting.to());
        assertEquals(sent.what(), awaiting.what());
      }
    }
  }

  @Test
  void whatIsSettledIsOnlyTakenUpAgainByTheMerge() {
    for (Row<State, StepTrigger, StepTable.Action> row : StepTable.TABLE.rows()) {
      boolean leaves = !row.to().equals(Set.of(row.from()));
      if (SETTLED.contains(row.from()) && leaves) {
        boolean merged = row.on() == StepTrigger.UNFIT || row.on() == StepTrigger.CONFLICT;
        assertTrue(merged || row.on() == StepTrigger.LEFT_BEHIND, row.toString());
        assertTrue(
            row.from() == State.PERFORMED || row.to().equals(Set.of(State.SKIPPED)),
            row.toString());
      }
    }
  }

  @Test
  void everythingUnsettledCanBeGivenUp() {
    for (State state : EnumSet.complementOf(EnumSet.copyOf(SETTLED))) {
      assertEquals(Set.of(State.SKIPPED), StepTable.TABLE.row(state, StepTrigger.SUPERSEDED).to());
    }
  }

  @Test
  void everyStateIsReachedAndNothingFollowsTheEnd() {
    Set<State> states = EnumSet.of(State.NEW);
    StepTable.TABLE.rows().forEach(row -> states.addAll(row.to()));
    assertEquals(EnumSet.allOf(State.class), states);
    for (MessageTrigger trigger : MessageTrigger.values()) {
      assertEquals(Set.of(Phase.OVER), MessageTable.TABLE.row(Phase.OVER, trigger).to());
    }
  }

  // ---- the table is total and keeps its word

  private enum Light {
    RED,
    GREEN
  }

  private enum Push {
    BUTTON
  }

  private static TransitionTable.Builder<Light, Push, Runnable> lights() {
    return new TransitionTable.Builder<>(Light.class, Push.class);
  }

  @Test
  void aCellThatIsNotDeclaredOrDeclaredTwiceIsRefused() {
    var half = lights().in(Light.RED).on(Push.BUTTON, () -> {}, "go", Set.of(Light.GREEN));
    IllegalStateException open = assertThrows(IllegalStateException.class, half::build);
    assertEquals("BUTTON in GREEN is not declared", open.getMessage());
    IllegalStateException twice =
        assertThrows(
            IllegalStateException.class,
            () -> half.on(Push.BUTTON, () -> {}, "stay", Set.of(Light.RED)));
    assertEquals("BUTTON in RED is declared twice", twice.getMessage());
  }

  @Test
  void anActionThatLeadsElsewhereAndATriggerThatCannotBeAreErrors() {
    TransitionTable<Light, Push, Runnable> table =
        lights()
            .in(Light.RED)
            .on(Push.BUTTON, () -> {}, "go", Set.of(Light.GREEN))
            .neverElsewhere("it is pushed once", Set.of(Push.BUTTON))
            .build();
    IllegalStateException astray =
        assertThrows(
            IllegalStateException.class, () -> table.row(Light.RED, Push.BUTTON).check(Light.RED));
    assertEquals("BUTTON in RED led to RED; the table has [GREEN]", astray.getMessage());
    Row<Light, Push, Runnable> never = table.row(Light.GREEN, Push.BUTTON);
    assertNull(never.action());
    assertThrows(IllegalStateException.class, never::isTaken);
  }
}
