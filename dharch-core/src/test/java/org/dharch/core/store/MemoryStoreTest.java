package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
  @Override
  MessageStore store() {
    return new MemoryStore(SMALL);
  }

  @Test
  void itKeepsTheVeryArrayThatWasHandedIn() {
    MessageStore store = store();
    StoredMessage message = StoredMessages.halted(1, 10);
    store.halt(message);
    assertSame(
        message.submission().envelope(),
        store.read(StoreState.HALTED, message.key()).orElseThrow().submission().envelope());
  }

  @Test
  void withABoundOfNothingNothingIsKept() {
    MessageStore store = new MemoryStore(SMALL.halted(0));
    assertEquals(1, store.halt(StoredMessages.halted(1, 10)));
    assertEquals(0, store.keys(StoreState.HALTED).size());
  }
}
