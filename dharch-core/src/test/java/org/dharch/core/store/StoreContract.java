package org.dharch.core.store;

import static org.dharch.core.store.StoreState.ACCEPTED;
import static org.dharch.core.store.StoreState.FAILED;
import static org.dharch.core.store.StoreState.REPLAY;
import static org.dharch.core.store.StoreState.UNRESOLVED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class StoreContract {
  static final StoreLimits SMALL = new StoreLimits(3, 10_000, 2, 10_000);

  abstract MessageStore store(StoreLimits limits);

  /** How many bytes of the bounds a message takes. */
  abstract long sizeOf(StoredMessage message);

  final MessageStore store() {
    return store(SMALL);
  }

  @Test
  void messageHasOneState() {
    MessageStore store = store();
    StoredMessage message = StoredMessages.accepted(1, 10);
    StoreKey key = message.key();
    assertTrue(store.accept(message));
    assertEquals(List.of(key), store.keys(ACCEPTED));
    assertEquals(key, store.read(ACCEPTED, key).orElseThrow().key());

    assertEquals(0, store.keepFailed(StoredMessages.failed(1, 10)));
    assertEquals(List.of(), store.keys(ACCEPTED));
    assertTrue(store.read(FAILED, key).orElseThrow().failure().isPresent());

    assertTrue(store.move(key, FAILED, REPLAY));
    assertFalse(store.move(key, FAILED, REPLAY), "it is not there any more");
    assertEquals(List.of(key), store.keys(REPLAY));
    assertEquals(0, store.keepFailed(StoredMessages.failed(1, 10)));
    assertEquals(List.of(), store.keys(REPLAY));

    assertTrue(store.remove(FAILED, key));
    assertFalse(store.remove(FAILED, key));
    assertEquals(Optional.empty(), store.read(FAILED, key));
  }

  @Test
  void oldestFailedMessagesAreDisplacedAndCounted() {
    MessageStore store = store();
    for (int i = 3; i >= 1; i--) {
      assertEquals(0, store.keepFailed(StoredMessages.courtesy(i, 500)));
    }
    assertEquals(1, store.keepFailed(StoredMessages.courtesy(4, 500)));
    assertEquals(List.of(2L, 3L, 4L), numbers(store));
    // most of the bytes there are: all others go
    assertEquals(3, store.keepFailed(StoredMessages.courtesy(5, 8_800)));
    assertEquals(List.of(5L), numbers(store));
    assertEquals(1, store.keepFailed(StoredMessages.courtesy(6, 10_001)), "it alone is too large");
    assertEquals(List.of(5L), numbers(store));
    store.remove(FAILED, store.keys(FAILED).get(0));
    assertEquals(
        0, store.keepFailed(StoredMessages.courtesy(7, 8_800)), "its bytes were given back");
  }

  /** Fault: what was halted before it went, when much was refused after it. */
  @Test
  void rejectedMessagesDisplaceNoOthers() {
    MessageStore store = store();
    store.keepFailed(StoredMessages.courtesy(1, 10));
    store.keepFailed(StoredMessages.refused(2, 10));
    store.keepFailed(StoredMessages.courtesy(3, 10));
    for (int i = 4; i <= 20; i++) {
      assertEquals(1, store.keepFailed(StoredMessages.refused(i, 10)));
      assertEquals(List.of(1L, 3L, (long) i), numbers(store));
    }
    assertEquals(
        1, store.keepFailed(StoredMessages.courtesy(21, 10)), "a refusal goes before others");
    assertEquals(List.of(1L, 3L, 21L), numbers(store));
    assertEquals(1, store.keepFailed(StoredMessages.refused(22, 10)), "it is not kept");
    assertEquals(List.of(1L, 3L, 21L), numbers(store));
    assertEquals(1, store.keepFailed(StoredMessages.courtesy(23, 10)));
    assertEquals(List.of(3L, 21L, 23L), numbers(store));
    store.remove(FAILED, StoredMessages.courtesy(3, 10).key());
    assertEquals(0, store.keepFailed(StoredMessages.refused(24, 10)), "there is room");
    assertEquals(List.of(21L, 23L, 24L), numbers(store));
  }

  private static List<Long> numbers(MessageStore store) {
    return store.keys(FAILED).stream().map(key -> key.id().low()).toList();
  }

  @Test
  void acceptedMessagesAreRejectedWhenFullAndNeverDropped() {
    MessageStore store = store();
    assertTrue(store.accept(StoredMessages.accepted(1, 10)));
    assertFalse(store.accept(StoredMessages.accepted(2, 10_000)), "too many bytes");
    assertTrue(store.accept(StoredMessages.accepted(3, 10)));
    assertFalse(store.accept(StoredMessages.accepted(4, 10)), "too many messages");
    assertTrue(store.remove(ACCEPTED, StoredMessages.accepted(1, 10).key()));
    assertTrue(store.accept(StoredMessages.accepted(4, 10)));
    assertEquals(2, store.keys(ACCEPTED).size());
  }

  @Test
  void acceptedMessagesMayUseAllBytes() {
    StoredMessage first = StoredMessages.accepted(1, 100);
    StoredMessage second = StoredMessages.accepted(2, 200);
    long both = sizeOf(first) + sizeOf(second);
    try (MessageStore store = store(SMALL.acceptedBytes(both))) {
      assertTrue(store.accept(first));
      assertTrue(store.accept(second));
    }
  }

  @Test
  void acceptedBytesAreBounded() {
    StoredMessage first = StoredMessages.accepted(1, 100);
    StoredMessage second = StoredMessages.accepted(2, 200);
    long both = sizeOf(first) + sizeOf(second);
    try (MessageStore store = store(SMALL.acceptedBytes(both - 1))) {
      assertTrue(store.accept(first));
      assertFalse(store.accept(second));
      assertTrue(store.remove(ACCEPTED, first.key()));
      assertTrue(store.accept(second), "what is gone takes none");
    }
  }

  @Test
  void failedMessagesMayUseAllBytes() {
    StoredMessage first = StoredMessages.courtesy(1, 100);
    StoredMessage second = StoredMessages.courtesy(2, 200);
    try (MessageStore store = store(SMALL.failedBytes(sizeOf(first) + sizeOf(second)))) {
      assertEquals(0, store.keepFailed(first));
      assertEquals(0, store.keepFailed(second));
      assertEquals(1, store.keepFailed(StoredMessages.courtesy(3, 100)), "as large as the first");
      assertEquals(List.of(2L, 3L), numbers(store));
      assertEquals(2, store.keepFailed(StoredMessages.courtesy(4, 201)), "larger than the second");
      assertEquals(List.of(4L), numbers(store));
    }
  }

  @Test
  void singleFailedMessageMayUseAllBytes() {
    StoredMessage only = StoredMessages.courtesy(1, 100);
    try (MessageStore store = store(SMALL.failedBytes(sizeOf(only)))) {
      assertEquals(0, store.keepFailed(only));
      assertEquals(List.of(1L), numbers(store));
      assertEquals(1, store.keepFailed(StoredMessages.courtesy(2, 101)));
      assertEquals(List.of(1L), numbers(store));
    }
  }

  @Test
  void zeroLimitKeepsNoFailedMessages() {
    StoredMessage message = StoredMessages.accepted(1, 10);
    try (MessageStore store = store(SMALL.failed(0))) {
      assertTrue(store.accept(message));
      assertEquals(1, store.keepFailed(StoredMessages.failed(1, 10)));
      assertEquals(List.of(), store.keys(ACCEPTED));
      assertEquals(List.of(), store.keys(FAILED));
    }
  }

  @Test
  void acceptedMessageIsReplacedInFullStore() {
    try (MessageStore store = store()) {
      assertTrue(store.accept(StoredMessages.accepted(1, 10)));
      assertTrue(store.accept(StoredMessages.accepted(2, 10)));
      assertTrue(store.accept(StoredMessages.accepted(2, 30)));
      StoreKey key = StoredMessages.accepted(2, 0).key();
      assertEquals(30, store.read(ACCEPTED, key).orElseThrow().submission().envelope().length);
      assertFalse(store.accept(StoredMessages.accepted(3, 10)));
    }
  }

  @Test
  void unresolvedMessagesAreBoundedAndReplaced() {
    try (MessageStore store = store()) {
      for (int number : new int[] {1, 2, 2, 1}) {
        assertTrue(store.unresolved(StoredMessages.failed(number, 10)));
      }
      assertFalse(store.unresolved(StoredMessages.failed(3, 10)));
      assertEquals(2, store.keys(UNRESOLVED).size());
      assertTrue(store.remove(UNRESOLVED, StoredMessages.failed(1, 10).key()));
      assertTrue(store.unresolved(StoredMessages.failed(3, 10)));
    }
  }

  @Test
  void progressIsKeptUntilUnrecorded() {
    try (MessageStore store = store()) {
      StoredMessage first = StoredMessages.accepted(1, 10);
      StoredMessage second = StoredMessages.accepted(2, 10);
      store.record(List.of(first.so(new byte[] {1}), second.so(new byte[] {2})), List.of());
      store.record(List.of(first.so(new byte[] {3})), List.of());
      assertEquals(
          List.of(3, 2),
          store.recorded().stream().map(each -> (int) each.progress().orElseThrow()[0]).toList());
      store.unrecord(List.of(first.key()));
      assertEquals(
          List.of(second.key()), store.recorded().stream().map(StoredMessage::key).toList());
    }
  }

  @Test
  void moveTransfersBytes() {
    StoredMessage message = StoredMessages.courtesy(1, 100);
    try (MessageStore store = store(SMALL.failedBytes(sizeOf(message)))) {
      store.keepFailed(message);
      assertTrue(store.move(message.key(), FAILED, REPLAY));
      StoredMessage other = StoredMessages.courtesy(2, 100);
      assertEquals(0, store.keepFailed(other));
      assertTrue(store.move(other.key(), FAILED, REPLAY));
      assertTrue(store.move(message.key(), REPLAY, FAILED));
      assertEquals(1, store.keepFailed(StoredMessages.courtesy(3, 100)));
      assertFalse(store.remove(FAILED, message.key()));
    }
  }

  @Test
  void replacementCountsOnlyNewBytes() {
    StoredMessage larger = StoredMessages.accepted(1, 200);
    StoredMessage other = StoredMessages.accepted(2, 100);
    try (MessageStore store = store(SMALL.acceptedBytes(sizeOf(larger) + sizeOf(other)))) {
      assertTrue(store.accept(StoredMessages.accepted(1, 100)));
      assertTrue(store.accept(larger));
      assertTrue(store.accept(other));
    }
  }
}
