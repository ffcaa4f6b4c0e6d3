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

  private static void refused(String said, Executable what) {
    assertEquals(said, assertThrows(IllegalArgumentException.class, what).getMessage());
  }

  @Test
  void nothingHaltedMayBeKeptButOneAcceptedMust() {
    assertEquals(new StoreLimits(0, 0, 1, 1), least());
    refused("failed=-1; 0 or more is allowed", () -> least().failed(-1));
    refused("failedBytes=-1; 0 or more is allowed", () -> least().failedBytes(-1));
    refused("accepted=0; 1 or more is allowed", () -> least().accepted(0));
    refused("acceptedBytes=0; 1 or more is allowed", () -> least().acceptedBytes(0));
  }

  private static StoreLimits least() {
    return StoreLimits.DEFAULT.failed(0).failedBytes(0).accepted(1).acceptedBytes(1);
  }

  @Test
  void aKeyIsTheNameOfItsFile() {
    for (long since : new long[] {0, 7, LAST}) {
      StoreKey key = new StoreKey(ID, since);
      assertEquals(Optional.of(key), StoreKey.ofFileName(key.fileName()));
    }
    assertEquals(
        "0000000000007-00000000000000010000000000000abc.dhm", new StoreKey(ID, 7).fileName());
    assertEquals(Optional.empty(), StoreKey.ofFileName("README"));
    refused("sinceMillis=-1; 0 to 9999999999999 is allowed", () -> new StoreKey(ID, -1));
    refused(
        "sinceMillis=10000000000000; 0 to 9999999999999 is allowed",
        () -> new StoreKey(ID, LAST + 1));
  }

  @Test
  void theOlderComesFirstAndOfTheSameAgeTheSmallerId() {
    StoreKey key = new StoreKey(ID, 7);
    assertTrue(key.compareTo(new StoreKey(new MessageId(0, 0), 8)) < 0);
    assertTrue(key.compareTo(new StoreKey(new MessageId(0, 0), 7)) > 0);
    assertEquals(0, key.compareTo(new StoreKey(ID, 7)));
  }
}
