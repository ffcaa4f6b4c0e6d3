package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

class StageCursorTest {
  private static final Stage FIRST = Stage.of("A", "B");
  private static final Stage SECOND = Stage.of("C");
  private static final Stage THIRD = Stage.of("D");

  private static Optional<Stage> next(StageCursor cursor) {
    return cursor.next(
        () -> {
          throw new AssertionError("nothing is to be chosen");
        });
  }

  @Test
  void whatIsBegunIsToldInItsOrder() {
    StageCursor cursor = new StageCursor(new Sequence(List.of(FIRST, SECOND, THIRD)));
    assertEquals(Optional.of(FIRST), next(cursor));
    assertEquals(Optional.of(SECOND), next(cursor));
    assertEquals(List.of(FIRST, SECOND), cursor.begun());
    assertEquals(3, cursor.handlersBegun());
    assertEquals(new Sequence(List.of(THIRD)), cursor.rest());
  }

  @Test
  void anotherLifeGoesOnWithWhatWasLeft() {
    StageCursor cursor = new StageCursor(new Sequence(List.of(THIRD)), List.of(FIRST, SECOND));
    assertEquals(List.of(FIRST, SECOND), cursor.begun());
    assertEquals(3, cursor.handlersBegun());
    assertEquals(Optional.of(THIRD), next(cursor));
    assertEquals(4, cursor.handlersBegun());
    assertTrue(next(cursor).isEmpty());
  }
}
