package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.message.DHArchException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionJournalTest {
  private static final HandlerResult DONE =
      HandlerResult.of(
          1, 2, Status.PERFORMED, "", 3, 4, Changes.builder().property("booked", 17L).build());

  @TempDir Path folder;

  private static AttemptKey key(long message) {
    return new AttemptKey(
        new MessageId(7, message), 5, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static void begin(ExecutionJournal journal, long message) {
    assertTrue(journal.reserve(key(message), 30_000));
    journal.writeBegin(key(message));
  }

  private static void end(ExecutionJournal journal, long message) {
    journal.writeEnd(key(message), DONE);
    journal.ended(key(message), DONE);
  }

  @Test
  void whatEndedIsKnownInTheNextLifeAndWhatOnlyBeganIsUnknown() {
    Path file = folder.resolve("journal");
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      begin(journal, 1);
      end(journal, 1);
      begin(journal, 2);
      assertTrue(journal.reserve(key(3), 30_000), "it waited and was never begun");
    }
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      assertEquals(
          Optional.of(17L),
          journal
              .recall(key(1), journal.taken())
              .orElseThrow()
              .changes()
              .properties()
              .values()
              .stream()
              .findFirst());
      assertEquals(Status.UNKNOWN, journal.recall(key(2), journal.taken()).orElseThrow().status());
      assertEquals(Optional.empty(), journal.recall(key(3), journal.taken()));
      assertEquals(Optional.empty(), journal.recall(key(4), journal.taken()));
    }
  }

  @Test
  void whatACrashLeftHalfWrittenIsCutOff() throws Exception {
    Path file = folder.resolve("journal");
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      begin(journal, 1);
      end(journal, 1);
    }
    long whole = Files.size(file);
    Files.write(file, new byte[] {0, 0, 0, 50, 'b', 1}, StandardOpenOption.APPEND);
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      assertEquals(
          Status.PERFORMED, journal.recall(key(1), journal.taken()).orElseThrow().status());
      begin(journal, 2);
      begin(journal, 3);
    }
    assertTrue(Files.size(file) > whole);
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      assertEquals(Status.UNKNOWN, journal.recall(key(2), journal.taken()).orElseThrow().status());
    }
  }

  @Test
  void oneNodeAtATimeHasIt() {
    Path file = folder.resolve("journal");
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(file));
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
      assertTrue(journal.id().isPresent());
    }
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> ExecutionJournal.open(folder.resolve("no/such/folder/journal")));
    assertTrue(e.getMessage().contains("cannot open execution journal"), e::getMessage);
  }

  @Test
  void whenItIsFullItRefusesUntilSomethingHasExpired() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal journal =
        new ExecutionJournal(2, millis::get, Optional.empty(), Optional.empty())) {
      assertTrue(journal.reserve(key(1), 1000));
      assertTrue(journal.reserve(key(2), 5000));
      assertFalse(journal.reserve(key(3), 1000));
      millis.set(2 * 1000 + 60_000);
      assertTrue(journal.reserve(key(3), 1000));
      assertEquals(
          Optional.empty(), journal.recall(key(1), journal.taken()), "its message is long over");
      journal.forget(key(3));
      assertTrue(journal.reserve(key(4), 1000));
    }
  }

  /** A manager that comes back later than its node remembers. */
  @Test
  void whatMayHaveBeenForgottenIsNotTakenForNew() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal journal =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      assertEquals(0, journal.taken());
      assertEquals(Optional.empty(), journal.recall(key(1), 0));
      begin(journal, 1);
      end(journal, 1);
      long before2 = journal.taken();
      begin(journal, 2);
      end(journal, 2);
      assertEquals(Optional.of(DONE), journal.recall(key(1), 0));
      millis.set(2 * 30_000 + 60_000);
      long before3 = journal.taken();
      begin(journal, 3);
      HandlerResult first = journal.recall(key(1), 0).orElseThrow();
      assertEquals(Status.UNKNOWN, first.status());
      assertEquals(
          "the node's journal does not reach back to when this was first asked for",
          first.reason());
      assertEquals(Status.UNKNOWN, journal.recall(key(2), before2).orElseThrow().status());
      assertEquals(Status.UNKNOWN, journal.recall(key(9), -1).orElseThrow().status());
      assertEquals(
          Optional.empty(), journal.recall(key(9), before3), "it was asked for after them");
    }
  }

  @Test
  void whatMayHaveBeenForgottenIsNotTakenForNewInTheNextLifeEither() {
    Path file = folder.resolve("journal");
    AtomicLong millis = new AtomicLong();
    long before1;
    long before2;
    long before3;
    try (ExecutionJournal journal =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      before1 = journal.taken();
      begin(journal, 1);
      end(journal, 1);
      before2 = journal.taken();
      millis.set(100_000);
      begin(journal, 2);
      end(journal, 2);
      millis.set(2 * 30_000 + 60_000);
      before3 = journal.taken();
      for (int i = 100; i < 105; i++) {
        assertTrue(journal.reserve(key(i), 30_000), "it never begins, so none is written down");
      }
      assertTrue(journal.taken() > before3);
      before3 = journal.taken();
    }
    for (int incarnation = 0; incarnation < 3; incarnation++) {
      try (ExecutionJournal journal =
          ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
        assertTrue(journal.taken() > before3, "it never goes back");
        before3 = journal.taken();
        assertEquals(Status.UNKNOWN, journal.recall(key(1), before1).orElseThrow().status());
        assertEquals(Status.PERFORMED, journal.recall(key(2), before2).orElseThrow().status());
        assertEquals(Optional.empty(), journal.recall(key(9), before2), "none of it is forgotten");
      }
    }
    millis.addAndGet(200_000);
    try (ExecutionJournal journal =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      assertEquals(
          Status.PERFORMED,
          journal.recall(key(2), before2).orElseThrow().status(),
          "no time in use has passed");
      millis.addAndGet(200_000);
      begin(journal, 3);
      assertEquals(Status.UNKNOWN, journal.recall(key(2), before2).orElseThrow().status());
      assertEquals(Optional.empty(), journal.recall(key(9), before3));
    }
    try (ExecutionJournal journal =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      assertEquals(Status.UNKNOWN, journal.recall(key(2), before2).orElseThrow().status());
      assertEquals(Optional.empty(), journal.recall(key(9), before3));
    }
  }

  /** A copy of the file was put back, or the whole machine: it has the same id. */
  @Test
  void anOlderFileKnowsThatItIsOne() throws Exception {
    Path file = folder.resolve("journal");
    ExecutionJournal.open(file).close();
    byte[] older = Files.readAllBytes(file);
    long before;
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      before = journal.taken();
      begin(journal, 1);
      end(journal, 1);
    }
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      before = journal.taken();
      begin(journal, 2);
    }
    Files.write(file, older);
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      assertEquals(
          "the node's journal is an older one than it was when this was first asked for",
          journal.recall(key(2), before).orElseThrow().reason());
    }
  }

  @Test
  void whatIsForgottenLeavesNothingBehind() {
    try (ExecutionJournal journal =
        new ExecutionJournal(10, () -> 0, Optional.empty(), Optional.empty())) {
      for (int i = 0; i < 10_000; i++) {
        assertTrue(journal.reserve(key(i), 30_000));
        if (i % 2 == 0) {
          journal.ended(key(i), DONE);
          assertTrue(journal.bytes > 0);
        }
        journal.forget(key(i));
      }
      assertEquals(0, JournalProbe.entries(journal));
      assertEquals(0, journal.bytes);
    }
  }

  private static AttemptKey attempt(int attempt) {
    return new AttemptKey(
        new MessageId(7, 1), 5, 1, attempt, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static void defer(ExecutionJournal journal, int attempt, long remaining) {
    HandlerResult defer =
        HandlerResult.of(
            1,
            attempt,
            Status.DEFERRED,
            "",
            3,
            4,
            Changes.builder().defer(Duration.ofMillis(2)).build());
    assertTrue(journal.reserve(attempt(attempt), remaining), () -> "attempt " + attempt);
    journal.writeBegin(attempt(attempt));
    journal.writeEnd(attempt(attempt), defer);
    journal.ended(attempt(attempt), defer);
  }

  /** Fault: every few milliseconds another attempt, until the node refused all stateful work. */
  @Test
  void aHandlerThatPutsItsMessageOffForEverFillsNothing() {
    try (ExecutionJournal journal =
        new ExecutionJournal(3, () -> 0, Optional.empty(), Optional.empty())) {
      for (int i = 1; i <= 10_000; i++) {
        defer(journal, i, 30_000);
      }
      assertEquals(
          3,
          JournalProbe.entries(journal),
          "one attempt, when it expires, and that it is the last");
      assertTrue(journal.reserve(key(2), 30_000));
      for (int i : List.of(1, 9_999, 10_000)) {
        HandlerResult known = journal.recall(attempt(i), journal.taken()).orElseThrow();
        assertEquals(Status.DEFERRED, known.status(), "it does not perform now, when nobody waits");
        assertEquals(i, known.attempt());
        assertEquals(Duration.ofMillis(2), known.delay());
      }
      assertEquals(Optional.empty(), journal.recall(attempt(10_001), journal.taken()));
      assertTrue(journal.reserve(attempt(10_001), 30_000));
      journal.ended(attempt(10_001), DONE);
      assertEquals(
          Status.DEFERRED, journal.recall(attempt(9_999), journal.taken()).orElseThrow().status());
      assertEquals(
          Status.PERFORMED,
          journal.recall(attempt(10_001), journal.taken()).orElseThrow().status());
      journal.forget(attempt(10_000));
      journal.forget(attempt(10_001));
      journal.forget(key(2));
      assertEquals(0, JournalProbe.entries(journal));
      assertEquals(0, journal.bytes);
    }
  }

  @Test
  void theLastThatWasPutOffIsKnownForAsLongAsThoseBeforeIt() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal journal =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      defer(journal, 1, 10_000); // until 80,000
      millis.set(9_000);
      defer(journal, 2, 1_000); // which alone would be until 71,000
      millis.set(79_999);
      assertTrue(journal.reserve(key(2), 0), "this looks for what has expired");
      assertEquals(
          Status.DEFERRED, journal.recall(attempt(1), journal.taken()).orElseThrow().status());
      millis.set(80_000);
      assertTrue(journal.reserve(key(3), 0));
      assertEquals(Optional.empty(), journal.recall(attempt(1), journal.taken()));
    }
  }

  @Test
  void whatWasPutOffIsOverwrittenInTheFile() throws Exception {
    Path file = folder.resolve("journal");
    JournalFile.Bounds bounds = new JournalFile.Bounds(4_096, 8_192);
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal journal = ExecutionJournal.open(file, bounds, millis::get)) {
      for (int i = 1; i <= 1_000; i++) {
        defer(journal, i, 30_000);
      }
      assertTrue(Files.size(file) <= 4_096, () -> "is " + file.toFile().length());
      begin(journal, 2);
      end(journal, 2);
    }
    for (int incarnation = 0; incarnation < 2; incarnation++) {
      try (ExecutionJournal journal = ExecutionJournal.open(file, bounds, millis::get)) {
        assertEquals(
            Status.DEFERRED, journal.recall(attempt(1), journal.taken()).orElseThrow().status());
        assertEquals(
            Status.DEFERRED,
            journal.recall(attempt(1_000), journal.taken()).orElseThrow().status());
        assertEquals(Optional.empty(), journal.recall(attempt(1_001), journal.taken()));
        assertEquals(
            Status.PERFORMED, journal.recall(key(2), journal.taken()).orElseThrow().status());
        assertEquals(5, JournalProbe.entries(journal));
      }
    }
  }

  @Test
  void reservationAfterExpiryHasTheFullLifetime() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal journal =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      assertTrue(journal.reserve(key(1), 1000));
      journal.forget(key(1));
      millis.set(50_000);
      assertTrue(journal.reserve(key(1), 1000));
      journal.ended(key(1), DONE);
      millis.set(2 * 1000 + 60_000);
      assertTrue(journal.reserve(key(2), 1000), "this looks for what has expired");
      assertEquals(Optional.of(DONE), journal.recall(key(1), journal.taken()));
      millis.set(50_000 + 2 * 1000 + 60_000);
      assertTrue(journal.reserve(key(3), 1000));
      assertEquals(Optional.empty(), journal.recall(key(1), journal.taken()));
    }
  }
}
