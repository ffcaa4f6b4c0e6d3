package org.dharch.core.store;

import static org.dharch.core.store.StoreState.ACCEPTED;
import static org.dharch.core.store.StoreState.HALTED;
import static org.dharch.core.store.StoreState.REPLAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class StoreContract {
  static final StoreLimits SMALL = new StoreLimits(3, 10_000, 2, 10_000);

  abstract MessageStore store();

  @Test
  void aMessageIsInOneStateAndGoesOnByMovesAndHalts() {
    MessageStore store = store();
    StoredMessage message = StoredMessages.accepted(1, 10);
    StoreKey key = message.key();
    assertTrue(store.accept(message));
    assertEquals(List.of(key), store.keys(ACCEPTED));
    assertEquals(key, store.read(ACCEPTED, key).orElseThrow().key());

    assertEquals(0, store.halt(StoredMessages.halted(1, 10)));
    assertEquals(List.of(), store.keys(ACCEPTED));
    assertTrue(store.read(HALTED, key).orElseThrow().halt().isPresent());

    assertTrue(store.move(key, HALTED, REPLAY));
    assertFalse(store.move(key, HALTED, REPLAY), "it is not there any more");
    assertEquals(List.of(key), store.keys(REPLAY));
    assertEquals(0, store.halt(StoredMessages.halted(1, 10)));
    assertEquals(List.of(), store.keys(REPLAY));

    assertTrue(store.remove(HALTED, key));
    assertFalse(store.remove(HALTED, key));
    assertEquals(Optional.empty(), store.read(HALTED, key));
  }

  @Test
  void theOldestHaltedOnesMakeRoomAndAreCounted() {
    MessageStore store = store();
    for (int i = 3; i >= 1; i--) {
      assertEquals(0, store.halt(StoredMessages.halted(i, 500)));
    }
    assertEquals(1, store.halt(StoredMessages.halted(4, 500)));
    assertEquals(List.of(2L, 3L, 4L), numbers(store));
    // most of the bytes there are: all others go
    assertEquals(3, store.halt(StoredMessages.halted(5, 8_800)));
    assertEquals(List.of(5L), numbers(store));
    assertEquals(1, store.halt(StoredMessages.halted(6, 10_001)), "it alone is too large");
    assertEquals(List.of(5L), numbers(store));
    store.remove(HALTED, store.keys(HALTED).get(0));
    assertEquals(0, store.halt(StoredMessages.halted(7, 8_800)), "its bytes were given back");
  }

  private static List<Long> numbers(MessageStore store) {
    return store.keys(HALTED).stream().map(key -> key.id().low()).toList();
  }

  @Test
  void acceptedOnesAreRefusedWhenThereIsNoRoomAndNeverDropped() {
    MessageStore store = store();
    assertTrue(store.accept(StoredMessages.accepted(1, 10)));
    assertFalse(store.accept(StoredMessages.accepted(2, 10_000)), "too many bytes");
    assertTrue(store.accept(StoredMessages.accepted(3, 10)));
    assertFalse(store.accept(StoredMessages.accepted(4, 10)), "too many messages");
    assertTrue(store.remove(ACCEPTED, StoredMessages.accepted(1, 10).key()));
    assertTrue(store.accept(StoredMessages.accepted(4, 10)));
    assertEquals(2, store.keys(ACCEPTED).size());
  }
}
