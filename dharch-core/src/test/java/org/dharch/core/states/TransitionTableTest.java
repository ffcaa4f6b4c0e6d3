package org.dharch.core.states;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.dharch.core.states.TransitionTable.Row;
import org.junit.jupiter.api.Test;

class TransitionTableTest {
  private enum Door {
    OPEN,
    SHUT
  }

  private enum Hand {
    PUSH,
    PULL
  }

  private static TransitionTable.Builder<Door, Hand, String> table() {
    return new TransitionTable.Builder<>(Door.class, Hand.class);
  }

  private static String refused(TransitionTable.Builder<Door, Hand, String> table) {
    return assertThrows(IllegalStateException.class, table::build).getMessage();
  }

  @Test
  void cellsAreAsDeclared() {
    TransitionTable<Door, Hand, String> table =
        table()
            .in(Door.OPEN)
            .on(Hand.PUSH, "shut it", "it is shut", Set.of(Door.SHUT))
            .ignored(Hand.PULL, "it is open")
            .in(Door.SHUT)
            .elsewhere("knock", "one knocks", Set.of(Hand.PUSH))
            .neverElsewhere("it has no handle", Set.of(Hand.PULL))
            .build();
    assertEquals("shut it", table.row(Door.OPEN, Hand.PUSH).action());
    assertTrue(table.row(Door.OPEN, Hand.PUSH).isTaken());
    assertFalse(table.row(Door.OPEN, Hand.PULL).isTaken());
    assertEquals("knock", table.row(Door.SHUT, Hand.PUSH).action());
    Row<Door, Hand, String> never = table.row(Door.SHUT, Hand.PULL);
    assertEquals(
        "PULL in SHUT: it has no handle",
        assertThrows(IllegalStateException.class, never::isTaken).getMessage());
    assertEquals(4, table.rows().size());
  }

  @Test
  void undeclaredTargetIsAnError() {
    Row<Door, Hand, String> row =
        table()
            .in(Door.OPEN)
            .on(Hand.PUSH, "shut it", "it is shut", Set.of(Door.SHUT))
            .neverElsewhere("no", Set.of(Hand.PUSH, Hand.PULL))
            .build()
            .row(Door.OPEN, Hand.PUSH);
    row.check(Door.SHUT);
    assertEquals(
        "PUSH in OPEN led to OPEN; the table has [SHUT]",
        assertThrows(IllegalStateException.class, () -> row.check(Door.OPEN)).getMessage());
  }

  @Test
  void everyCellMustBeDeclaredOnce() {
    assertEquals("PUSH in OPEN is not declared", refused(table()));
    assertEquals(
        "PULL in OPEN is not declared", refused(table().neverElsewhere("no", Set.of(Hand.PUSH))));
    TransitionTable.Builder<Door, Hand, String> once = table().in(Door.OPEN).ignored(Hand.PUSH, "");
    assertEquals(
        "PUSH in OPEN is declared twice",
        assertThrows(IllegalStateException.class, () -> once.ignored(Hand.PUSH, "")).getMessage());
  }
}
