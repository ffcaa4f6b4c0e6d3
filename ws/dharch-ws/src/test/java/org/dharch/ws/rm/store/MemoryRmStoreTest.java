package org.dharch.ws.rm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.SourceSequence;
import org.junit.jupiter.api.Test;

class MemoryRmStoreTest extends RmStoreContract {
  private long now = 1_000_000;

  @Override
  RmStore open() {
    return new MemoryRmStore(() -> Instant.ofEpochMilli(now));
  }

  @Override
  long now() {
    return now;
  }

  @Override
  boolean advance(long millis) {
    now += millis;
    return true;
  }

  private static SourceSequence next(RmTransaction tx) {
    SourceSequence was = (SourceSequence) tx.sequence("urn:a:1").orElseThrow();
    SourceSequence next = Sequences.taken(was, was.numbers().taken() + 1);
    tx.put(next);
    return next;
  }

  @Test
  void retriesConflictWithCurrentState() {
    store()
        .transact(
            "",
            tx -> {
              tx.put(Sequences.source("urn:a:1", "there"));
              return null;
            });
    List<Long> seen = new ArrayList<>();
    store()
        .transact(
            "",
            tx -> {
              seen.add(next(tx).numbers().taken());
              if (seen.size() == 1) {
                store().transact("", MemoryRmStoreTest::next); // another node is faster
              }
              return null;
            });
    assertEquals(List.of(1L, 2L), seen);
  }

  @Test
  void givesUpAfterFiveConflicts() {
    store()
        .transact(
            "",
            tx -> {
              tx.put(Sequences.source("urn:a:1", "there"));
              return null;
            });
    List<Long> seen = new ArrayList<>();
    assertThrows(
        ConflictException.class,
        () ->
            store()
                .transact(
                    "",
                    tx -> {
                      seen.add(next(tx).numbers().taken());
                      return store().transact("", MemoryRmStoreTest::next);
                    }));
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), seen);
  }
}
