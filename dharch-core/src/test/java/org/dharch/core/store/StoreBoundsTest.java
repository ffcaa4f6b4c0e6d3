package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a store's limits and keys may be. */
class StoreBoundsTest {
  private static final MessageId ID = new MessageId(1, 0xabcL);
  private static final long LAST = 9_999_999_999_999L;

  private static void refused(String output, Executable what) {
    assertEquals(output, assertThrows(IllegalArgumentException.class, what).getMessage());
  }

  @Test
  void acceptedLimitMustBePositive() {
    assertEquals(new StoreLimits(0, 0, 1, 1), least());
    refused("failed must be at least 0 (got -1)", () -> least().failed(-1));
    refused("failedBytes must be at least 0 (got -1)", () -> least().failedBytes(-1));
    refused("accepted must be at least 1 (got 0)", () -> least().accepted(0));
    refused("acceptedBytes must be at least 1 (got 0)", () -> least().acceptedBytes(0));
  }

  private static StoreLimits least() {
    return StoreLimits.DEFAULT.failed(0).failedBytes(0).accepted(1).acceptedBytes(1);
  }

  @Test
  void fileNameIsKey() {
    for (long since : new long[] {0, 7, LAST}) {
      StoreKey key = new StoreKey(ID, since);
      assertEquals(Optional.of(key), StoreKey.ofFileName(key.fileName()));
    }
    assertEquals(
        "0000000000007-00000000000000010000000000000abc.dhm", new StoreKey(ID, 7).fileName());
    assertEquals(Optional.empty(), StoreKey.ofFileName("README"));
    refused("sinceMillis must be 0 to 9999999999999 (got -1)", () -> new StoreKey(ID, -1));
    refused(
        "sinceMillis must be 0 to 9999999999999 (got 10000000000000)",
        () -> new StoreKey(ID, LAST + 1));
  }

  @Test
  void olderMessageIsFirstThenTheSmallerId() {
    StoreKey key = new StoreKey(ID, 7);
    assertTrue(key.compareTo(new StoreKey(new MessageId(0, 0), 8)) < 0);
    assertTrue(key.compareTo(new StoreKey(new MessageId(0, 0), 7)) > 0);
    assertEquals(0, key.compareTo(new StoreKey(ID, 7)));
  }
}
