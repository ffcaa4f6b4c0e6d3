package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.files.AppendLog;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.journal.ExecutionRecord.Attempt;
import org.dharch.core.node.journal.JournalFile.Bounds;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contents of a journal file and its rewrites. */
class JournalFileTest {
  private static final HandlerResult DONE =
      HandlerResult.of(
          1, 2, Status.PERFORMED, "", 3, 4, Changes.builder().property("booked", 17L).build());
  private static final long BEGIN = size(Attempt.began(key(0), 0, 1));
  private static final long ID = size(new ExecutionRecord.Identity(1, 1, 0));
  private static final long AGE = size(new ExecutionRecord.Age(0));
  private static final long END = size(Attempt.ended(key(0), 0, 1, DONE));

  /** How long an attempt is kept whose message has no time left. */
  private static final long MINUTE = 60_000;

  @TempDir Path folder;
  private final AtomicLong millis = new AtomicLong(1_000_000);
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve("journal");
  }

  private static long size(ExecutionRecord record) {
    return (long) AppendLog.OVERHEAD + record.encode().length;
  }

  private static AttemptKey key(long message) {
    return new AttemptKey(
        new MessageId(7, message), 5, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private ExecutionJournal open(long least, long most) {
    return ExecutionJournal.open(file, new Bounds(least, most), millis::get);
  }

  private ExecutionJournal open() {
    return open(1 << 20, 1 << 20);
  }

  private static void begin(ExecutionJournal journal, long message) {
    assertTrue(journal.reserve(key(message), 0));
    journal.writeBegin(key(message));
  }

  private static void perform(ExecutionJournal journal, long message) {
    begin(journal, message);
    journal.writeEnd(key(message), DONE);
    journal.ended(key(message), DONE);
  }

  private static Optional<Status> known(ExecutionJournal journal, long message) {
    return journal.recall(key(message), journal.taken()).map(HandlerResult::status);
  }

  @Test
  void secondNodeIsRejectedEvenIfTheLockFileWasDeleted() throws Exception {
    try (ExecutionJournal journal = open()) {
      perform(journal, 1);
      Files.delete(folder.resolve("journal.lock"));
      try (ForkedJvm other = JournalOpener.start(folder.resolve("log"), file)) {
        assertTrue(other.await(Pattern.compile("refused: (.*)")).contains("must not be in use"));
      }
      perform(journal, 2);
    }
    try (ForkedJvm other = JournalOpener.start(folder.resolve("log"), file)) {
      other.await(Pattern.compile("(opened)"));
    }
  }

  @Test
  void nodeWhoseFileWasDeletedBeginsNoAttempt() throws Exception {
    try (ExecutionJournal journal = open()) {
      perform(journal, 1);
      Files.delete(folder.resolve("journal.lock"));
      Files.delete(file);
      assertTrue(journal.reserve(key(2), 0));
      String why =
          assertThrows(DHArchException.class, () -> journal.writeBegin(key(2))).getMessage();
      assertTrue(why.contains("was deleted or replaced during use"), why);
      try (ForkedJvm next = JournalOpener.start(folder.resolve("log"), file)) {
        next.await(Pattern.compile("(opened)"));
        assertThrows(DHArchException.class, () -> journal.writeBegin(key(2)));
      }
    }
  }

  @Test
  void reopenedFileHoldsTheLastRecordOfEachAttempt() throws Exception {
    try (ExecutionJournal journal = open()) {
      for (int i = 0; i < 10; i++) {
        perform(journal, i);
      }
      begin(journal, 10);
      assertEquals(ID + 11 * BEGIN + 10 * END, Files.size(file));
    }
    open().close();
    assertEquals(ID + 10 * END + BEGIN, Files.size(file));
    try (ExecutionJournal journal = open()) {
      millis.addAndGet(MINUTE);
      assertTrue(journal.id().isPresent());
    }
    open().close();
    assertEquals(ID, Files.size(file), "all have expired");
  }

  @Test
  void idIsCreatedWithTheFileAndUnique() throws Exception {
    Optional<String> id;
    try (ExecutionJournal journal = open()) {
      id = journal.id();
      perform(journal, 1);
    }
    for (int again = 0; again < 2; again++) {
      try (ExecutionJournal journal = open()) {
        assertEquals(id, journal.id());
        assertEquals(Optional.of(Status.PERFORMED), known(journal, 1));
      }
    }
    Files.delete(file);
    try (ExecutionJournal journal = open()) {
      assertNotEquals(id, journal.id(), "a new file has no records of the old one");
    }
  }

  @Tag("long")
  @Test
  void fileInUseIsRewrittenWhenHalfOfItIsObsolete() throws Exception {
    int attempts = 400;
    int aliveAtOnce = 40;
    long largest = 0;
    try (ExecutionJournal journal = open(1000, 1 << 20)) {
      for (int i = 0; i < attempts; i++) {
        if (i % 10 == 0) {
          begin(journal, i);
        } else {
          perform(journal, i);
        }
        largest = Math.max(largest, Files.size(file));
        millis.addAndGet(MINUTE / aliveAtOnce);
      }
    }
    long alive = aliveAtOnce * END;
    assertTrue(largest > alive && largest < 4 * alive, () -> "of " + alive + " in use");
    try (ExecutionJournal journal = open()) {
      for (int i = attempts - aliveAtOnce + 1; i < attempts; i++) {
        Status status = i % 10 == 0 ? Status.UNKNOWN : Status.PERFORMED;
        assertEquals(Optional.of(status), known(journal, i), "attempt " + i);
      }
      assertEquals(Optional.empty(), known(journal, attempts - aliveAtOnce));
    }
  }

  /** Otherwise expired records fill a small disk, which leaves no space for a rewrite. */
  @Test
  void fileLeavesAsMuchFreeSpaceAsItNeedsOnASmallDisk() {
    long disk = 6 << 20;
    DiskSpace space = new DiskSpace(() -> disk - file.toFile().length());
    HandlerResult large =
        HandlerResult.of(1, 2, Status.PERFORMED, "r".repeat(200_000), 3, 4, Changes.NONE);
    try (JournalFile journal = JournalFile.open(file, Bounds.DEFAULT, millis::get, space)) {
      journal.read(record -> {});
      for (int i = 0; i < 100; i++) {
        journal.begin(key(i), journal.age() + MINUTE, i + 1);
        journal.end(key(i), journal.age() + MINUTE, i + 1, large);
        millis.addAndGet(MINUTE / 3);
        assertTrue(file.toFile().length() <= disk * 3 / 4, () -> "" + file.toFile().length());
      }
    }
  }

  @Test
  void fullFileRejectsAttemptsUntilSomeExpire() throws Exception {
    long most = ID + 10 * (BEGIN + END);
    try (ExecutionJournal journal = open(most, most)) {
      for (int i = 0; i < 11; i++) {
        perform(journal, i);
      }
      assertEquals(ID + 11 * END + BEGIN, Files.size(file), "rewritten once");
      millis.addAndGet(MINUTE / 2);
      int next = 11;
      for (; Files.size(file) + BEGIN <= most; next++) {
        begin(journal, next);
      }
      AttemptKey refused = key(next);
      assertTrue(journal.reserve(refused, 0));
      DHArchException full = assertThrows(DHArchException.class, () -> journal.writeBegin(refused));
      assertTrue(full.getMessage().contains("is full"), full::getMessage);
      millis.addAndGet(MINUTE / 2);
      journal.writeBegin(refused);
      assertEquals(ID + AGE + (next - 11 + 1) * BEGIN, Files.size(file));
    }
  }

  @Test
  void fileGrowsIfItCannotBeRewritten() throws Exception {
    Path inTheWay = folder.resolve("journal.new");
    try (ExecutionJournal journal = open(10, 1 << 20)) {
      Files.createDirectories(inTheWay.resolve("full"));
      perform(journal, 1);
      perform(journal, 2);
      assertEquals(ID + 2 * (BEGIN + END), Files.size(file));
      assertThrows(DHArchException.class, this::open, "it is in use");
    }
    DHArchException e = assertThrows(DHArchException.class, this::open);
    assertTrue(e.getMessage().contains("cannot rewrite execution journal"), e::getMessage);
    Files.delete(inTheWay.resolve("full"));
    try (ExecutionJournal journal = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 1));
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 2));
    }
  }

  @Test
  void interruptedThreadFailsAlone() {
    try (ExecutionJournal journal = open()) {
      perform(journal, 1);
      assertTrue(journal.reserve(key(2), 0));
      Thread.currentThread().interrupt();
      assertThrows(DHArchException.class, () -> journal.writeBegin(key(2)));
      assertTrue(Thread.interrupted());
      perform(journal, 3);
    }
    try (ExecutionJournal journal = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 1));
      assertEquals(Optional.empty(), known(journal, 2));
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 3));
    }
  }

  /** Fault B8: a change of the date made a node forget attempts, which it then repeated. */
  @Test
  void changeOfTheClockBetweenOpeningsExpiresNothing() {
    for (long step : new long[] {10 * MINUTE, -10 * MINUTE, 1L << 50, -(1L << 50)}) {
      try (ExecutionJournal journal = open()) {
        perform(journal, step);
      }
      millis.addAndGet(step); // another process; its clock has another origin
      try (ExecutionJournal journal = open()) {
        assertEquals(Optional.of(Status.PERFORMED), known(journal, step), "after " + step);
        begin(journal, step + 1);
        assertEquals(Optional.of(Status.PERFORMED), known(journal, step), "after " + step);
      }
    }
  }

  @Test
  void timeInUseCountsEvenIfTheNodeIsKilledOften() throws Exception {
    for (int incarnation = 0; incarnation < 30; incarnation++) {
      byte[] killed;
      try (ExecutionJournal journal = open()) {
        perform(journal, incarnation);
        millis.addAndGet(MINUTE / 10);
        begin(journal, 1000 + incarnation);
        killed = Files.readAllBytes(file);
        for (int old = Math.max(0, incarnation - 8); old <= incarnation; old++) {
          assertEquals(
              Optional.of(Status.PERFORMED), known(journal, old), old + " in " + incarnation);
        }
      }
      Files.write(file, killed); // without the record written on close
      assertTrue(killed.length < 13 * (END + BEGIN + AGE), () -> killed.length + " bytes");
    }
  }

  @Test
  void linkToTheFileIsTheSameJournal() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    try (ExecutionJournal journal = open()) {
      perform(journal, 1);
      DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(link));
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
    }
    try (ExecutionJournal journal =
        ExecutionJournal.open(link, new Bounds(1 << 20, 1 << 20), millis::get)) {
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 1));
    }
    assertTrue(Files.isSymbolicLink(link));
  }

  @Test
  void folderIsRejected() {
    DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(folder));
    assertTrue(e.getMessage().contains("must be a file (got a folder)"), e::getMessage);
  }

  /** Fault B: damage is not mistaken for an incomplete end. */
  @Test
  void flippedBitIsRejectedUnlessItMayBeAnIncompleteEnd() throws IOException {
    try (ExecutionJournal journal = open()) {
      perform(journal, 1);
      perform(journal, 2);
    }
    byte[] whole = Files.readAllBytes(file);
    byte[] flipped = whole.clone();
    flipped[10] ^= 1;
    Files.write(file, flipped);
    DHArchException e = assertThrows(DHArchException.class, this::open);
    assertTrue(e.getMessage().contains("damaged at byte 0"), e::getMessage);
    assertArrayEquals(flipped, Files.readAllBytes(file), "the file is not changed");

    flipped = whole.clone();
    flipped[whole.length - 10] ^= 1;
    Files.write(file, flipped);
    try (ExecutionJournal journal = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(journal, 1));
      assertEquals(Optional.of(Status.UNKNOWN), known(journal, 2));
    }
  }

  /** The file of another program stays as it is. */
  @Test
  void fileOfAnotherFormatIsRejectedAndNotChanged(@TempDir Path folder) throws IOException {
    for (byte[] foreign :
        List.of("# README".getBytes(StandardCharsets.UTF_8), new byte[5000], new byte[] {1})) {
      Path file = Files.write(folder.resolve("precious"), foreign);
      DHArchException e =
          assertThrows(
              DHArchException.class,
              () -> JournalFile.open(file, JournalFile.Bounds.DEFAULT, () -> 0));
      assertTrue(
          e.getMessage().contains("is not an execution journal and was not changed"),
          e.getMessage());
      assertArrayEquals(foreign, Files.readAllBytes(file));
    }
  }
}
