package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.recovery.AttemptEnd;
import org.dharch.core.execution.recovery.AttemptSubject;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.execution.recovery.RecoveryTable.Bounds;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.states.TransitionTable.Kind;
import org.dharch.core.states.TransitionTable.Row;
import org.junit.jupiter.api.Test;

/** Checks the tables, and generates docs/state-machines.md from them. */
class StateMachinesTest {
  private static final Path PAGE = Path.of("../docs/state-machines.md");
  private static final Set<StepState> SETTLED =
      EnumSet.of(StepState.PERFORMED, StepState.SKIPPED, StepState.FAILED, StepState.FIRED);

  private static final List<TransitionTable<StepState, StepTrigger, StepTable.Action>> STEP_TABLES =
      List.of(PerformTable.TABLE, CompensateTable.TABLE, NotifyTable.TABLE);
  private static final List<TransitionTable<?, ?, ?>> TABLES =
      List.of(MessageTable.TABLE, PerformTable.TABLE, CompensateTable.TABLE, NotifyTable.TABLE);

  @Test
  void pageMatchesTheTables() throws IOException {
    if (Boolean.getBoolean("state-machines.write")) {
      Files.writeString(PAGE, StateMachinesPage.text());
    }
    assertEquals(
        StateMachinesPage.text(),
        Files.readString(PAGE),
        "docs/state-machines.md is stale; -Dstate-machines.write=true writes it");
  }

  @Test
  void everyRowHasOneTarget() {
    for (TransitionTable<?, ?, ?> table : TABLES) {
      table.rows().forEach(row -> assertEquals(1, row.to().size(), row.toString()));
    }
  }

  @Test
  void repliesAreHandledAlikeWhileTheNodeIsAwaited() {
    for (TransitionTable<StepState, StepTrigger, StepTable.Action> table :
        List.of(PerformTable.TABLE, CompensateTable.TABLE)) {
      for (StepTrigger trigger : StepTrigger.values()) {
        if (trigger.name().startsWith("REPLY_")) {
          assertEquals(Kind.TAKEN, table.row(StepState.AWAITING, trigger).kind());
          assertEquals(
              table.row(StepState.SENT, trigger).to(), table.row(StepState.AWAITING, trigger).to());
          assertEquals(
              table.row(StepState.SENT, trigger).what(),
              table.row(StepState.AWAITING, trigger).what());
        }
      }
    }
  }

  @Test
  void settledStepsChangeOnlyByMergeOrWhenLeftBehind() {
    for (TransitionTable<StepState, StepTrigger, StepTable.Action> table : STEP_TABLES) {
      for (Row<StepState, StepTrigger, StepTable.Action> row : table.rows()) {
        boolean leaves = row.target() != row.from();
        if (SETTLED.contains(row.from()) && leaves) {
          boolean isMerge = row.on() == StepTrigger.UNFIT || row.on() == StepTrigger.CONFLICT;
          assertTrue(isMerge || row.on() == StepTrigger.LEFT_BEHIND, row.toString());
          assertTrue(
              row.from() == StepState.PERFORMED || row.target() == StepState.SKIPPED,
              row.toString());
        }
      }
    }
  }

  @Test
  void everyOpenStepCanBeSuperseded() {
    for (TransitionTable<StepState, StepTrigger, StepTable.Action> table : STEP_TABLES) {
      for (StepState state : reached(table)) {
        if (!SETTLED.contains(state)) {
          assertEquals(StepState.SKIPPED, table.row(state, StepTrigger.SUPERSEDED).target());
        }
      }
    }
  }

  @Test
  void everyStateIsReachedAndNoPhaseFollowsTheLast() {
    assertEquals(EnumSet.allOf(StepState.class), reached(PerformTable.TABLE));
    for (MessageTrigger trigger : MessageTrigger.values()) {
      assertEquals(Phase.OVER, MessageTable.TABLE.row(Phase.OVER, trigger).target());
    }
  }

  private static Set<StepState> reached(
      TransitionTable<StepState, StepTrigger, StepTable.Action> table) {
    Set<StepState> states = EnumSet.of(StepState.NEW);
    table.rows().stream()
        .filter(row -> row.kind() == Kind.TAKEN)
        .forEach(row -> states.add(row.target()));
    return states;
  }

  /** A new rule needs only its cell. */
  @Test
  void everyDecisionHasARowInTheTableOfItsRole() {
    for (AttemptEnd end : AttemptEnd.values()) {
      for (AttemptSubject subject : AttemptSubject.values()) {
        for (Bounds bounds : allBounds(role(subject))) {
          if (RecoveryTable.cell(end, subject) != null) {
            StepTrigger trigger = StepTrigger.of(RecoveryTable.decide(end, subject, bounds));
            assertEquals(
                Kind.TAKEN,
                StepTable.of(role(subject)).row(StepState.DECIDING, trigger).kind(),
                end + " " + subject + ": the table of the role has no row for " + trigger);
          }
        }
      }
    }
  }

  private static StepRole role(AttemptSubject subject) {
    return switch (subject) {
      case COMPENSATOR -> StepRole.COMPENSATE;
      case NOTIFICATION -> StepRole.NOTIFY;
      case STATELESS, ATOMIC, QUASI_ATOMIC, NON_ATOMIC, HALTING, HALTING_STATEFUL ->
          StepRole.PERFORM;
    };
  }

  private static Set<Bounds> allBounds(StepRole role) {
    Set<Bounds> all = new HashSet<>();
    for (int bits = 0; bits < 1 << 8; bits++) {
      boolean mustPerform = role == StepRole.PERFORM && (bits & 1) != 0;
      all.add(
          new Bounds(
              mustPerform,
              mustPerform && (bits & 2) != 0,
              (bits & 4) != 0,
              (bits & 8) != 0,
              (bits & 16) != 0,
              (bits & 32) != 0,
              (bits & 64) != 0,
              (bits & 128) != 0));
    }
    return all;
  }
}
