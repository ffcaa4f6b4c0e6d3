package org.dharch.core.execution.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.xpath.EvaluationBudget;
import org.junit.jupiter.api.Test;

class StageCursorTest {
  private static final Stage FIRST = Stage.of("A", "B");
  private static final Stage SECOND = Stage.of("C");
  private static final Stage THIRD = Stage.of("D");

  private static Optional<Stage> next(StageCursor cursor) {
    return cursor.next(
        new EvaluationBudget(EvaluationBudget.MOST),
        () -> {
          throw new AssertionError("nothing is to be chosen");
        });
  }

  @Test
  void begunStagesAreInOrder() {
    StageCursor cursor = new StageCursor(Sequence.of(List.of(FIRST, SECOND, THIRD)));
    assertEquals(Optional.of(FIRST), next(cursor));
    assertEquals(Optional.of(SECOND), next(cursor));
    assertEquals(List.of(FIRST, SECOND), cursor.begun());
    assertEquals(3, cursor.handlersBegun());
    assertEquals(Sequence.of(List.of(THIRD)), cursor.rest());
  }

  @Test
  void restoredCursorContinuesWithTheRest() {
    StageCursor cursor =
        new StageCursor(Sequence.of(List.of(THIRD)), List.of(FIRST, SECOND), List.of());
    assertEquals(List.of(FIRST, SECOND), cursor.begun());
    assertEquals(3, cursor.handlersBegun());
    assertEquals(Optional.of(THIRD), next(cursor));
    assertEquals(4, cursor.handlersBegun());
    assertTrue(next(cursor).isEmpty());
  }

  /** A choice without handlers, repeated a hundred times, five levels deep. */
  @Test
  void repetitionsWithoutHandlersExceedTheBudget() {
    Construct nothing = Choose.when(new PropertyCondition("never", Optional.empty()), FIRST);
    for (int i = 0; i < 5; i++) {
      nothing = Repeat.times(100, nothing);
    }
    StageCursor cursor = new StageCursor(Sequence.of(nothing));
    MessageView view = new MessageView(new byte[0], MessageProperties.empty(), Limits.DEFAULT);
    assertThrows(
        EvaluationBudget.ExceededException.class,
        () -> cursor.next(new EvaluationBudget(1_000_000), () -> view));
  }
}
