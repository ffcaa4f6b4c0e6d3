package org.dharch.core.execution.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.recovery.RecoveryTable.Bounds;
import org.junit.jupiter.api.Test;

class RecoveryTableTest {
  private static final Bounds LEFT = new Bounds(true, false, true, true, true, true, true, false);
  private static final Bounds SPENT =
      new Bounds(true, false, false, true, false, false, false, false);
  private static final Bounds OPTIONAL =
      new Bounds(false, false, false, true, false, false, false, false);
  private static final Bounds DURABLE =
      new Bounds(true, true, false, true, false, true, false, false);

  /** The ends that only handlers have. */
  private static final Set<AttemptEnd> OF_HANDLERS =
      EnumSet.of(
          AttemptEnd.NO_TIME,
          AttemptEnd.RESEND_NOT_SENT,
          AttemptEnd.UNFIT,
          AttemptEnd.CONFLICT,
          AttemptEnd.COMPENSATED,
          AttemptEnd.NOT_COMPENSATED);

  /** Handlers that can have no compensator. */
  private static final Set<AttemptSubject> NOT_COMPENSATED =
      EnumSet.of(AttemptSubject.STATELESS, AttemptSubject.NON_ATOMIC, AttemptSubject.HALTING);

  @Test
  void everyCellThatCanHappenIsDeclared() {
    for (AttemptEnd end : AttemptEnd.values()) {
      for (AttemptSubject subject : AttemptSubject.values()) {
        boolean isHandler = role(subject) == StepRole.PERFORM;
        boolean isAfterCompensation =
            end == AttemptEnd.COMPENSATED || end == AttemptEnd.NOT_COMPENSATED;
        boolean isPossible =
            isHandler
                ? !(isAfterCompensation && NOT_COMPENSATED.contains(subject))
                : !OF_HANDLERS.contains(end);
        if (isPossible) {
          assertNotNull(RecoveryTable.cell(end, subject), end + " " + subject);
        } else {
          assertNull(RecoveryTable.cell(end, subject), end + " " + subject);
        }
      }
    }
  }

  @Test
  void boundsEndEveryRepetition() {
    for (AttemptSubject subject : AttemptSubject.values()) {
      Bounds spent = role(subject) == StepRole.PERFORM ? SPENT : OPTIONAL;
      Set<Recovery> repeated =
          EnumSet.of(Recovery.RETRY, Recovery.ELSEWHERE, Recovery.ASK_AGAIN, Recovery.BACK_OFF);
      for (AttemptEnd end : AttemptEnd.values()) {
        if (RecoveryTable.cell(end, subject) != null) {
          Recovery decision = RecoveryTable.decide(end, subject, spent);
          assertEquals(false, repeated.contains(decision), end + " " + subject);
        }
      }
    }
  }

  @Test
  void silentNodeIsAskedBeforeTheHandlerIsCompensated() {
    AttemptSubject subject = AttemptSubject.QUASI_ATOMIC;
    assertEquals(Recovery.ASK_AGAIN, RecoveryTable.decide(AttemptEnd.NO_REPLY, subject, LEFT));
    assertEquals(Recovery.COMPENSATE, RecoveryTable.decide(AttemptEnd.NO_REPLY, subject, SPENT));
  }

  @Test
  void mustPerformDecidesBetweenFailureAndSkip() {
    assertEquals(
        Recovery.FAIL, RecoveryTable.decide(AttemptEnd.THREW, AttemptSubject.STATELESS, SPENT));
    assertEquals(
        Recovery.SKIP, RecoveryTable.decide(AttemptEnd.THREW, AttemptSubject.STATELESS, OPTIONAL));
  }

  @Test
  void durableOneWayMessageWaitsForANodeThatAcceptsIt() {
    AttemptSubject subject = AttemptSubject.ATOMIC;
    assertEquals(Recovery.HOLD, RecoveryTable.decide(AttemptEnd.NOT_SERVED, subject, DURABLE));
    assertEquals(Recovery.BACK_OFF, RecoveryTable.decide(AttemptEnd.REJECTED, subject, DURABLE));
    assertEquals(Recovery.FAIL, RecoveryTable.decide(AttemptEnd.NOT_STARTED, subject, DURABLE));
  }

  @Test
  void withoutBudgetOnlyLostNodesAreReplaced() {
    Bounds broke = new Bounds(true, false, true, false, true, true, true, false);
    AttemptSubject subject = AttemptSubject.STATELESS;
    assertEquals(Recovery.FAIL, RecoveryTable.decide(AttemptEnd.THREW, subject, broke));
    assertEquals(Recovery.FAIL, RecoveryTable.decide(AttemptEnd.NOT_STARTED, subject, broke));
    assertEquals(Recovery.FAIL, RecoveryTable.decide(AttemptEnd.REJECTED, subject, broke));
    assertEquals(Recovery.ELSEWHERE, RecoveryTable.decide(AttemptEnd.NODE_LOST, subject, broke));
    Bounds durable = new Bounds(true, true, true, false, true, true, true, false);
    assertEquals(Recovery.BACK_OFF, RecoveryTable.decide(AttemptEnd.THREW, subject, durable));
    assertEquals(Recovery.BACK_OFF, RecoveryTable.decide(AttemptEnd.NOT_STARTED, subject, durable));
    assertEquals(Recovery.RETRY, RecoveryTable.decide(AttemptEnd.THREW, subject, LEFT));
  }

  @Test
  void cellThatDoesNotHappenIsAnError() {
    assertEquals(
        "UNFIT does not happen to COMPENSATOR",
        assertThrows(
                IllegalStateException.class,
                () -> RecoveryTable.decide(AttemptEnd.UNFIT, AttemptSubject.COMPENSATOR, LEFT))
            .getMessage());
  }

  @Test
  void incompleteTableIsRejected() {
    String columns = String.join(" ", List.of(names(AttemptSubject.values())));
    assertThrows(IllegalStateException.class, () -> RecoveryTable.parse(columns));
    assertThrows(IllegalStateException.class, () -> RecoveryTable.parse("ATOMIC STATELESS"));
    assertThrows(IllegalStateException.class, () -> RecoveryTable.parse(columns + "\nTHREW RETRY"));
  }

  private static StepRole role(AttemptSubject subject) {
    return switch (subject) {
      case COMPENSATOR -> StepRole.COMPENSATE;
      case NOTIFICATION -> StepRole.NOTIFY;
      case STATELESS, ATOMIC, QUASI_ATOMIC, NON_ATOMIC, HALTING, HALTING_STATEFUL ->
          StepRole.PERFORM;
    };
  }

  private static String[] names(Enum<?>[] values) {
    String[] names = new String[values.length];
    for (int i = 0; i < values.length; i++) {
      names[i] = values[i].name();
    }
    return names;
  }
}
