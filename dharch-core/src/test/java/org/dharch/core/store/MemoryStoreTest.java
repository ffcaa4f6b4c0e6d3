package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
  @Override
  MessageStore store(StoreLimits limits) {
    return new MemoryStore(limits);
  }

  @Override
  long sizeOf(StoredMessage message) {
    return message.size();
  }

  @Test
  void sizeIsApproximatelyThatOfTexts() {
    StoredMessage message = StoredMessages.accepted(1, 100);
    int properties = 32 + 4 + 4 + (32 + 6 + 8) + (32 + 4 + 8); // text, number and flag
    int size = 512 + 100 + "{A} {B,C}".length() + properties;
    assertEquals(size, message.size());
    assertEquals(size + 7, message.so(new byte[7]).size());
    int failure = 2 * 128 + "handler 'B' is tried again".length();
    assertEquals(size + failure, StoredMessages.failed(1, 100).size());
  }

  @Test
  void memoryStoreKeepsArraysUncopied() {
    MessageStore store = store();
    StoredMessage message = StoredMessages.failed(1, 10);
    store.keepFailed(message);
    assertSame(
        message.submission().envelope(),
        store.read(StoreState.FAILED, message.key()).orElseThrow().submission().envelope());
  }
}
