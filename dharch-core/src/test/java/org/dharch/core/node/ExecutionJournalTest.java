package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.Part;
import org.dharch.core.message.DHArchException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionJournalTest {
  private static final HandlerResult DONE =
      new HandlerResult(
          1, 2, Status.PERFORMED, "", 3, 4, Changes.builder().property("booked", 17L).build());

  @TempDir Path folder;

  private static TaskRun.Key oldKey(int message) {
    return new TaskRun.Key(
        new MessageId(7, message), 0, 1, 2, "", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static TaskRun.Key key(long message) {
    return new TaskRun.Key(
        new MessageId(7, message), 5, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static void begin(ExecutionJournal memory, long message) {
    assertTrue(memory.reserve(key(message), 30_000));
    memory.writeBegin(key(message));
  }

  private static void end(ExecutionJournal memory, long message) {
    memory.writeEnd(key(message), DONE);
    memory.ended(key(message), DONE);
  }

  @Test
  void whatEndedIsKnownInTheNextLifeAndWhatOnlyBeganIsUnknown() {
    Path file = folder.resolve("memory");
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      begin(memory, 1);
      end(memory, 1);
      begin(memory, 2);
      assertTrue(memory.reserve(key(3), 30_000), "it waited and was never begun");
    }
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      assertEquals(
          Optional.of(17L),
          memory
              .recall(key(1), memory.taken())
              .orElseThrow()
              .changes()
              .properties()
              .values()
              .stream()
              .findFirst());
      assertEquals(Status.UNKNOWN, memory.recall(key(2), memory.taken()).orElseThrow().status());
      assertEquals(Optional.empty(), memory.recall(key(3), memory.taken()));
      assertEquals(Optional.empty(), memory.recall(key(4), memory.taken()));
    }
  }

  @Test
  void whatACrashLeftHalfWrittenIsCutOff() throws Exception {
    Path file = folder.resolve("memory");
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      begin(memory, 1);
      end(memory, 1);
    }
    long whole = Files.size(file);
    Files.write(file, new byte[] {0, 0, 0, 50, 'B', 1}, StandardOpenOption.APPEND);
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      assertEquals(Status.PERFORMED, memory.recall(key(1), memory.taken()).orElseThrow().status());
      begin(memory, 2);
      begin(memory, 3);
    }
    assertTrue(Files.size(file) > whole);
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      assertEquals(Status.UNKNOWN, memory.recall(key(2), memory.taken()).orElseThrow().status());
    }
  }

  /** Fault B8: its dates are of the past; but what had expired by its own dates is forgotten. */
  @Test
  void whatTheVersionBeforeWroteExpiresByItsOwnDates() throws Exception {
    Path file = folder.resolve("memory");
    try (InputStream old = ExecutionJournalTest.class.getResourceAsStream("memory-1")) {
      Files.copy(old, file);
    }
    JournalFile.Bounds bounds = JournalFile.Bounds.DEFAULT;
    AtomicLong millis = new AtomicLong(1L << 60);
    try (ExecutionJournal memory = ExecutionJournal.open(file, bounds, millis::get)) {
      assertEquals(
          Status.PERFORMED, memory.recall(oldKey(2), memory.taken()).orElseThrow().status());
      millis.addAndGet(599_999);
      assertTrue(memory.reserve(oldKey(9), 0), "this looks for what has expired");
      assertEquals(
          Status.PERFORMED, memory.recall(oldKey(2), memory.taken()).orElseThrow().status());
      millis.addAndGet(1);
      assertTrue(memory.reserve(oldKey(10), 0));
      assertEquals(Optional.empty(), memory.recall(oldKey(2), memory.taken()));
    }
  }

  /** What a node of wire version 1 wrote, with results of every kind of change. */
  @Test
  void whatTheVersionBeforeWroteIsKnown() throws Exception {
    Path file = folder.resolve("memory");
    try (InputStream old = ExecutionJournalTest.class.getResourceAsStream("memory-1")) {
      Files.copy(old, file);
    }
    for (int incarnation = 0; incarnation < 2; incarnation++) { // also after it was written anew
      try (ExecutionJournal memory = ExecutionJournal.open(file)) {
        assertEquals(
            Status.UNKNOWN, memory.recall(oldKey(1), memory.taken()).orElseThrow().status());
        HandlerResult failed = memory.recall(oldKey(3), memory.taken()).orElseThrow();
        assertEquals(
            new HandlerResult(1, 2, Status.FAILED, "it threw \u00e9", 30, 40, failed.changes()),
            failed);
        assertTrue(failed.changes().isEmpty());
        HandlerResult done = memory.recall(oldKey(2), memory.taken()).orElseThrow();
        assertEquals(Status.PERFORMED, done.status());
        assertEquals(List.of(1L, 2L), List.of((long) done.index(), (long) done.attempt()));
        assertEquals(List.of(3L, 4L), List.of(done.queueNanos(), done.runNanos()));
        assertOld(done.changes());
      }
    }
  }

  private static void assertOld(Changes changes) {
    Map<Part, String> replaced = new LinkedHashMap<>();
    changes.replaced().forEach((part, bytes) -> replaced.put(part, utf8(bytes)));
    assertEquals(
        Map.of(
            Part.body(),
            "<b/>",
            Part.header(new QName("urn:h", "h"), 3),
            "<h/>",
            Part.element(
                List.of(
                    new Part.Step(new QName("urn:b", "b"), 1), new Part.Step(new QName("c"), 0))),
            "<c/>",
            Part.attributes(Part.Owner.BODY),
            " id='1'"),
        replaced);
    assertEquals(
        List.of("<n/>"), changes.addedHeaders().stream().map(ExecutionJournalTest::utf8).toList());
    assertEquals(Set.of(new HeaderRef(new QName("urn:h", "r"), 2)), changes.removedHeaders());
    assertEquals(Set.of("gone"), changes.removedProperties());
    assertEquals(Set.of(new HeaderRef(new QName("p"), 1)), changes.processed());
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("text", "\u00e4\u20ac\ud834\udd1e");
    properties.put("true", true);
    properties.put("false", false);
    properties.put("int", -7);
    properties.put("long", 17L);
    properties.put("double", 1.5);
    properties.put("float", -0.5f);
    properties.put("short", (short) -2);
    properties.put("byte", (byte) 9);
    assertEquals(properties, changes.properties());
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void oneNodeAtATimeHasIt() {
    Path file = folder.resolve("memory");
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(file));
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
      assertTrue(memory.id().isPresent());
    }
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> ExecutionJournal.open(folder.resolve("no/such/folder/memory")));
    assertTrue(e.getMessage().contains("cannot be opened"), e::getMessage);
  }

  @Test
  void whenItIsFullItRefusesUntilSomethingHasExpired() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal memory =
        new ExecutionJournal(2, millis::get, Optional.empty(), Optional.empty())) {
      assertTrue(memory.reserve(key(1), 1000));
      assertTrue(memory.reserve(key(2), 5000));
      assertFalse(memory.reserve(key(3), 1000));
      millis.set(2 * 1000 + 60_000);
      assertTrue(memory.reserve(key(3), 1000));
      assertEquals(
          Optional.empty(), memory.recall(key(1), memory.taken()), "its message is long over");
      memory.forget(key(3));
      assertTrue(memory.reserve(key(4), 1000));
    }
  }

  /** A manager that comes back later than its node remembers. */
  @Test
  void whatMayHaveBeenForgottenIsNotTakenForNew() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal memory =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      assertEquals(0, memory.taken());
      assertEquals(Optional.empty(), memory.recall(key(1), 0));
      begin(memory, 1);
      end(memory, 1);
      long before2 = memory.taken();
      begin(memory, 2);
      end(memory, 2);
      assertEquals(Optional.of(DONE), memory.recall(key(1), 0));
      millis.set(2 * 30_000 + 60_000);
      long before3 = memory.taken();
      begin(memory, 3);
      HandlerResult first = memory.recall(key(1), 0).orElseThrow();
      assertEquals(Status.UNKNOWN, first.status());
      assertEquals(
          "the node's memory does not reach back to when this was first asked for", first.reason());
      assertEquals(Status.UNKNOWN, memory.recall(key(2), before2).orElseThrow().status());
      assertEquals(Status.UNKNOWN, memory.recall(key(9), -1).orElseThrow().status());
      assertEquals(Optional.empty(), memory.recall(key(9), before3), "it was asked for after them");
    }
  }

  @Test
  void whatMayHaveBeenForgottenIsNotTakenForNewInTheNextLifeEither() {
    Path file = folder.resolve("memory");
    AtomicLong millis = new AtomicLong();
    long before1;
    long before2;
    long before3;
    try (ExecutionJournal memory =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      before1 = memory.taken();
      begin(memory, 1);
      end(memory, 1);
      before2 = memory.taken();
      millis.set(100_000);
      begin(memory, 2);
      end(memory, 2);
      millis.set(2 * 30_000 + 60_000);
      before3 = memory.taken();
      for (int i = 100; i < 105; i++) {
        assertTrue(memory.reserve(key(i), 30_000), "it never begins, so none is written down");
      }
      assertTrue(memory.taken() > before3);
      before3 = memory.taken();
    }
    for (int incarnation = 0; incarnation < 3; incarnation++) {
      try (ExecutionJournal memory =
          ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
        assertTrue(memory.taken() > before3, "it never goes back");
        before3 = memory.taken();
        assertEquals(Status.UNKNOWN, memory.recall(key(1), before1).orElseThrow().status());
        assertEquals(Status.PERFORMED, memory.recall(key(2), before2).orElseThrow().status());
        assertEquals(Optional.empty(), memory.recall(key(9), before2), "none of it is forgotten");
      }
    }
    millis.addAndGet(200_000);
    try (ExecutionJournal memory =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      assertEquals(
          Status.PERFORMED,
          memory.recall(key(2), before2).orElseThrow().status(),
          "no time in use has passed");
      millis.addAndGet(200_000);
      begin(memory, 3);
      assertEquals(Status.UNKNOWN, memory.recall(key(2), before2).orElseThrow().status());
      assertEquals(Optional.empty(), memory.recall(key(9), before3));
    }
    try (ExecutionJournal memory =
        ExecutionJournal.open(file, JournalFile.Bounds.DEFAULT, millis::get)) {
      assertEquals(Status.UNKNOWN, memory.recall(key(2), before2).orElseThrow().status());
      assertEquals(Optional.empty(), memory.recall(key(9), before3));
    }
  }

  /** A copy of the file was put back, or the whole machine: it has the same id. */
  @Test
  void anOlderFileKnowsThatItIsOne() throws Exception {
    Path file = folder.resolve("memory");
    ExecutionJournal.open(file).close();
    byte[] older = Files.readAllBytes(file);
    long before;
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      before = memory.taken();
      begin(memory, 1);
      end(memory, 1);
    }
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      before = memory.taken();
      begin(memory, 2);
    }
    Files.write(file, older);
    try (ExecutionJournal memory = ExecutionJournal.open(file)) {
      assertEquals(
          "the node's memory is an older one than it was when this was first asked for",
          memory.recall(key(2), before).orElseThrow().reason());
    }
  }

  @Test
  void whatIsForgottenLeavesNothingBehind() {
    try (ExecutionJournal memory =
        new ExecutionJournal(10, () -> 0, Optional.empty(), Optional.empty())) {
      for (int i = 0; i < 10_000; i++) {
        assertTrue(memory.reserve(key(i), 30_000));
        if (i % 2 == 0) {
          memory.ended(key(i), DONE);
          assertTrue(memory.bytes() > 0);
        }
        memory.forget(key(i));
      }
      assertEquals(0, memory.entries());
      assertEquals(0, memory.bytes());
    }
  }

  private static TaskRun.Key attempt(int attempt) {
    return new TaskRun.Key(
        new MessageId(7, 1), 5, 1, attempt, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private static void defer(ExecutionJournal memory, int attempt, long remaining) {
    HandlerResult defer =
        new HandlerResult(
            1,
            attempt,
            Status.DEFERRED,
            "",
            3,
            4,
            Changes.builder().defer(Duration.ofMillis(2)).build());
    assertTrue(memory.reserve(attempt(attempt), remaining), () -> "attempt " + attempt);
    memory.writeBegin(attempt(attempt));
    memory.writeEnd(attempt(attempt), defer);
    memory.ended(attempt(attempt), defer);
  }

  /** Fault: every few milliseconds another attempt, until the node refused all stateful work. */
  @Test
  void aHandlerThatPutsItsMessageOffForEverFillsNothing() {
    try (ExecutionJournal memory =
        new ExecutionJournal(3, () -> 0, Optional.empty(), Optional.empty())) {
      for (int i = 1; i <= 10_000; i++) {
        defer(memory, i, 30_000);
      }
      assertEquals(3, memory.entries(), "one attempt, when it expires, and that it is the last");
      assertTrue(memory.reserve(key(2), 30_000));
      for (int i : List.of(1, 9_999, 10_000)) {
        HandlerResult known = memory.recall(attempt(i), memory.taken()).orElseThrow();
        assertEquals(Status.DEFERRED, known.status(), "it does not perform now, when nobody waits");
        assertEquals(i, known.attempt());
        assertEquals(Duration.ofMillis(2), known.delay());
      }
      assertEquals(Optional.empty(), memory.recall(attempt(10_001), memory.taken()));
      assertTrue(memory.reserve(attempt(10_001), 30_000));
      memory.ended(attempt(10_001), DONE);
      assertEquals(
          Status.DEFERRED, memory.recall(attempt(9_999), memory.taken()).orElseThrow().status());
      assertEquals(
          Status.PERFORMED, memory.recall(attempt(10_001), memory.taken()).orElseThrow().status());
      memory.forget(attempt(10_000));
      memory.forget(attempt(10_001));
      memory.forget(key(2));
      assertEquals(0, memory.entries());
      assertEquals(0, memory.bytes());
    }
  }

  @Test
  void theLastThatWasPutOffIsKnownForAsLongAsThoseBeforeIt() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal memory =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      defer(memory, 1, 10_000); // until 80,000
      millis.set(9_000);
      defer(memory, 2, 1_000); // which alone would be until 71,000
      millis.set(79_999);
      assertTrue(memory.reserve(key(2), 0), "this looks for what has expired");
      assertEquals(
          Status.DEFERRED, memory.recall(attempt(1), memory.taken()).orElseThrow().status());
      millis.set(80_000);
      assertTrue(memory.reserve(key(3), 0));
      assertEquals(Optional.empty(), memory.recall(attempt(1), memory.taken()));
    }
  }

  @Test
  void whatWasPutOffIsOverwrittenInTheFile() throws Exception {
    Path file = folder.resolve("memory");
    JournalFile.Bounds bounds = new JournalFile.Bounds(4_096, 8_192);
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal memory = ExecutionJournal.open(file, bounds, millis::get)) {
      for (int i = 1; i <= 1_000; i++) {
        defer(memory, i, 30_000);
      }
      assertTrue(Files.size(file) <= 4_096, () -> "is " + file.toFile().length());
      begin(memory, 2);
      end(memory, 2);
    }
    for (int incarnation = 0; incarnation < 2; incarnation++) {
      try (ExecutionJournal memory = ExecutionJournal.open(file, bounds, millis::get)) {
        assertEquals(
            Status.DEFERRED, memory.recall(attempt(1), memory.taken()).orElseThrow().status());
        assertEquals(
            Status.DEFERRED, memory.recall(attempt(1_000), memory.taken()).orElseThrow().status());
        assertEquals(Optional.empty(), memory.recall(attempt(1_001), memory.taken()));
        assertEquals(
            Status.PERFORMED, memory.recall(key(2), memory.taken()).orElseThrow().status());
        assertEquals(5, memory.entries());
      }
    }
  }

  @Test
  void whatIsReservedAnewAfterItWasForgottenLivesItsWholeTime() {
    AtomicLong millis = new AtomicLong();
    try (ExecutionJournal memory =
        new ExecutionJournal(10, millis::get, Optional.empty(), Optional.empty())) {
      assertTrue(memory.reserve(key(1), 1000));
      memory.forget(key(1));
      millis.set(50_000);
      assertTrue(memory.reserve(key(1), 1000));
      memory.ended(key(1), DONE);
      millis.set(2 * 1000 + 60_000);
      assertTrue(memory.reserve(key(2), 1000), "this looks for what has expired");
      assertEquals(Optional.of(DONE), memory.recall(key(1), memory.taken()));
      millis.set(50_000 + 2 * 1000 + 60_000);
      assertTrue(memory.reserve(key(3), 1000));
      assertEquals(Optional.empty(), memory.recall(key(1), memory.taken()));
    }
  }
}
