package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.JournalFile.Bounds;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in a memory's file, and that it is written anew without losing any of it. */
class JournalFileTest {
  private static final HandlerResult DONE =
      new HandlerResult(
          1, 2, Status.PERFORMED, "", 3, 4, Changes.builder().property("booked", 17L).build());
  private static final long BEGIN = ExecutionRecord.begin(key(0), 0, 1).size();
  private static final long ID = ExecutionRecord.identity(1, 1, 0).size();
  private static final long AGE = ExecutionRecord.age(0).size();
  private static final long END = ExecutionRecord.end(key(0), 0, 1, DONE).size();

  /** How long an attempt is remembered whose message has no time left. */
  private static final long MINUTE = 60_000;

  @TempDir Path folder;
  private final AtomicLong millis = new AtomicLong(1_000_000);
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve("memory");
  }

  private static TaskRun.Key key(long message) {
    return new TaskRun.Key(
        new MessageId(7, message), 5, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
  }

  private ExecutionJournal open(long least, long most) {
    return ExecutionJournal.open(file, new Bounds(least, most), millis::get);
  }

  private ExecutionJournal open() {
    return open(1 << 20, 1 << 20);
  }

  private static void begin(ExecutionJournal memory, long message) {
    assertTrue(memory.reserve(key(message), 0));
    memory.writeBegin(key(message));
  }

  private static void perform(ExecutionJournal memory, long message) {
    begin(memory, message);
    memory.writeEnd(key(message), DONE);
    memory.ended(key(message), DONE);
  }

  private static Optional<Status> known(ExecutionJournal memory, long message) {
    return memory.recall(key(message), memory.taken()).map(HandlerResult::status);
  }

  @Test
  void aKillWhileItIsWrittenAnewLosesNothing() throws Exception {
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      begin(memory, 2);
    }
    byte[] whole = Files.readAllBytes(file);
    Path half = folder.resolve("memory.new");
    Files.write(half, Arrays.copyOf(whole, whole.length - 50));
    try (FileChannel before = FileChannel.open(file, StandardOpenOption.READ);
        ExecutionJournal memory = open()) {
      assertEquals(whole.length, before.size(), "the old one stays whole until the new one is");
      assertFalse(Files.exists(half));
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
      assertEquals(Optional.of(Status.UNKNOWN), known(memory, 2));
    }
  }

  @Test
  void aSecondNodeIsKeptOutThoughAPersonHasDeletedTheLockFile() throws Exception {
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      Files.delete(folder.resolve("memory.lock"));
      try (ForkedJvm other = JournalOpener.start(folder.resolve("log"), file)) {
        assertTrue(other.await(Pattern.compile("refused: (.*)")).contains("is in use"));
      }
      perform(memory, 2);
    }
    try (ForkedJvm other = JournalOpener.start(folder.resolve("log"), file)) {
      other.await(Pattern.compile("(opened)"));
    }
  }

  @Test
  void aNodeWhoseMemoryAPersonHasDeletedBeginsNothingMore() throws Exception {
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      Files.delete(folder.resolve("memory.lock"));
      Files.delete(file);
      assertTrue(memory.reserve(key(2), 0));
      String why =
          assertThrows(DHArchException.class, () -> memory.writeBegin(key(2))).getMessage();
      assertTrue(why.contains("was deleted or replaced while it was in use"), why);
      try (ForkedJvm next = JournalOpener.start(folder.resolve("log"), file)) {
        next.await(Pattern.compile("(opened)"));
        assertThrows(DHArchException.class, () -> memory.writeBegin(key(2)));
      }
    }
  }

  @Test
  void openedAnewItHoldsTheLastRecordOfEachAttempt() throws Exception {
    try (ExecutionJournal memory = open()) {
      for (int i = 0; i < 10; i++) {
        perform(memory, i);
      }
      begin(memory, 10);
      assertEquals(ID + 11 * BEGIN + 10 * END, Files.size(file));
    }
    open().close();
    assertEquals(ID + 10 * END + BEGIN, Files.size(file));
    try (ExecutionJournal memory = open()) {
      millis.addAndGet(MINUTE);
      assertTrue(memory.id().isPresent());
    }
    open().close();
    assertEquals(ID, Files.size(file), "all have expired");
  }

  @Test
  void itsIdIsMadeWithItAndIsThatOfNoOther() throws Exception {
    Optional<String> id;
    try (ExecutionJournal memory = open()) {
      id = memory.id();
      perform(memory, 1);
    }
    for (int again = 0; again < 2; again++) {
      try (ExecutionJournal memory = open()) {
        assertEquals(id, memory.id());
        assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
      }
    }
    Files.delete(file);
    try (ExecutionJournal memory = open()) {
      assertNotEquals(id, memory.id(), "it knows nothing of what the other one knew");
    }
  }

  @Test
  void oneOfAnEarlierVersionGetsAnIdAndKeepsIt() throws Exception {
    Files.write(file, ExecutionRecord.begin(key(1), MINUTE, 1L << 40).bytes());
    Optional<String> id;
    try (ExecutionJournal memory = open()) {
      id = memory.id();
      assertEquals(Optional.of(Status.UNKNOWN), known(memory, 1));
    }
    try (ExecutionJournal memory = open()) {
      assertEquals(id, memory.id());
    }
  }

  @Tag("long")
  @Test
  void inUseItIsWrittenAnewWhenHalfOfItIsOfNoUseAndKeepsTheRest() throws Exception {
    int attempts = 400;
    int aliveAtOnce = 40;
    long largest = 0;
    try (ExecutionJournal memory = open(1000, 1 << 20)) {
      for (int i = 0; i < attempts; i++) {
        if (i % 10 == 0) {
          begin(memory, i);
        } else {
          perform(memory, i);
        }
        largest = Math.max(largest, Files.size(file));
        millis.addAndGet(MINUTE / aliveAtOnce);
      }
    }
    long alive = aliveAtOnce * END;
    assertTrue(largest > alive && largest < 4 * alive, () -> "of " + alive + " in use");
    try (ExecutionJournal memory = open()) {
      for (int i = attempts - aliveAtOnce + 1; i < attempts; i++) {
        Status status = i % 10 == 0 ? Status.UNKNOWN : Status.PERFORMED;
        assertEquals(Optional.of(status), known(memory, i), "attempt " + i);
      }
      assertEquals(Optional.empty(), known(memory, attempts - aliveAtOnce));
    }
  }

  /** Else what has expired fills a small disk, and then there is no room to write it anew. */
  @Test
  void onASmallDiskItLeavesAsMuchRoomAsItTakes() {
    long disk = 6 << 20;
    DiskSpace room = new DiskSpace(() -> disk - file.toFile().length());
    HandlerResult large =
        new HandlerResult(1, 2, Status.PERFORMED, "r".repeat(200_000), 3, 4, Changes.NONE);
    try (JournalFile memory = JournalFile.open(file, Bounds.DEFAULT, millis::get, room)) {
      memory.read(record -> {});
      for (int i = 0; i < 100; i++) {
        memory.begin(key(i), memory.age() + MINUTE, i + 1);
        memory.end(key(i), memory.age() + MINUTE, i + 1, large);
        millis.addAndGet(MINUTE / 3);
        assertTrue(file.toFile().length() <= disk * 3 / 4, () -> "" + file.toFile().length());
      }
    }
  }

  @Test
  void whenItIsFullItRefusesUntilSomethingHasExpired() throws Exception {
    long most = ID + 10 * (BEGIN + END);
    try (ExecutionJournal memory = open(most, most)) {
      for (int i = 0; i < 11; i++) {
        perform(memory, i);
      }
      assertEquals(ID + 11 * END + BEGIN, Files.size(file), "it was written anew once");
      millis.addAndGet(MINUTE / 2);
      int next = 11;
      for (; Files.size(file) + BEGIN <= most; next++) {
        begin(memory, next);
      }
      TaskRun.Key refused = key(next);
      assertTrue(memory.reserve(refused, 0));
      DHArchException full = assertThrows(DHArchException.class, () -> memory.writeBegin(refused));
      assertTrue(full.getMessage().contains("is full"), full::getMessage);
      millis.addAndGet(MINUTE / 2);
      memory.writeBegin(refused);
      assertEquals(ID + AGE + (next - 11 + 1) * BEGIN, Files.size(file));
    }
  }

  @Test
  void ifItCannotBeWrittenAnewItGrows() throws Exception {
    Path inTheWay = folder.resolve("memory.new");
    try (ExecutionJournal memory = open(10, 1 << 20)) {
      Files.createDirectories(inTheWay.resolve("full"));
      perform(memory, 1);
      perform(memory, 2);
      assertEquals(ID + 2 * (BEGIN + END), Files.size(file));
      assertThrows(DHArchException.class, this::open, "it is in use");
    }
    DHArchException e = assertThrows(DHArchException.class, this::open);
    assertTrue(e.getMessage().contains("cannot be written anew"), e::getMessage);
    Files.delete(inTheWay.resolve("full"));
    try (ExecutionJournal memory = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 2));
    }
  }

  @Test
  void anInterruptedThreadFailsAloneAndLeavesNothingHalfWritten() {
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      assertTrue(memory.reserve(key(2), 0));
      Thread.currentThread().interrupt();
      assertThrows(DHArchException.class, () -> memory.writeBegin(key(2)));
      assertTrue(Thread.interrupted());
      perform(memory, 3);
    }
    try (ExecutionJournal memory = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
      assertEquals(Optional.empty(), known(memory, 2));
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 3));
    }
  }

  /** Fault B8: what a step of the date made a node forget, it did twice. */
  @Test
  void noTimeThatIsOnlySaidToHavePassedMakesItForget() {
    for (long step : new long[] {10 * MINUTE, -10 * MINUTE, 1L << 50, -(1L << 50)}) {
      try (ExecutionJournal memory = open()) {
        perform(memory, step);
      }
      millis.addAndGet(step); // another life, whose clock may begin anywhere
      try (ExecutionJournal memory = open()) {
        assertEquals(Optional.of(Status.PERFORMED), known(memory, step), "after " + step);
        begin(memory, step + 1);
        assertEquals(Optional.of(Status.PERFORMED), known(memory, step), "after " + step);
      }
    }
  }

  @Test
  void whatHasPassedInUseCountsHoweverOftenItIsKilled() throws Exception {
    for (int incarnation = 0; incarnation < 30; incarnation++) {
      byte[] killed;
      try (ExecutionJournal memory = open()) {
        perform(memory, incarnation);
        millis.addAndGet(MINUTE / 10);
        begin(memory, 1000 + incarnation);
        killed = Files.readAllBytes(file);
        for (int old = Math.max(0, incarnation - 8); old <= incarnation; old++) {
          assertEquals(
              Optional.of(Status.PERFORMED), known(memory, old), old + " in " + incarnation);
        }
      }
      Files.write(file, killed); // without what it wrote when it was closed
      assertTrue(killed.length < 13 * (END + BEGIN + AGE), () -> killed.length + " bytes");
    }
  }

  /** Fault D: results of handlers lay open to all. */
  @Test
  void nobodyButItsOwnerMayReadItWhateverWasBefore() throws IOException {
    open().close();
    Set<PosixFilePermission> own =
        Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    assertEquals(own, Files.getPosixFilePermissions(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    open().close();
    assertEquals(own, Files.getPosixFilePermissions(file));
  }

  @Test
  void aLinkToItIsTheSameMemory() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(link));
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
    }
    try (ExecutionJournal memory =
        ExecutionJournal.open(link, new Bounds(1 << 20, 1 << 20), millis::get)) {
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
    }
    assertTrue(Files.isSymbolicLink(link));
  }

  @Test
  void aFolderIsNoMemory() {
    DHArchException e = assertThrows(DHArchException.class, () -> ExecutionJournal.open(folder));
    assertTrue(e.getMessage().contains("a file is needed"), e::getMessage);
  }

  /** Fault B: what was written down once and is not whole any more is not taken for an end. */
  @Test
  void aBitThatTurnedKeepsItsNodeFromStartingUnlessItMayHaveBeenTheEnd() throws IOException {
    try (ExecutionJournal memory = open()) {
      perform(memory, 1);
      perform(memory, 2);
    }
    byte[] whole = Files.readAllBytes(file);
    byte[] turned = whole.clone();
    turned[10] ^= 1;
    Files.write(file, turned);
    DHArchException e = assertThrows(DHArchException.class, this::open);
    assertTrue(e.getMessage().contains("damaged at byte 0"), e::getMessage);
    assertArrayEquals(turned, Files.readAllBytes(file), "it stays as it is");

    turned = whole.clone();
    turned[whole.length - 10] ^= 1;
    Files.write(file, turned);
    try (ExecutionJournal memory = open()) {
      assertEquals(Optional.of(Status.PERFORMED), known(memory, 1));
      assertEquals(Optional.of(Status.UNKNOWN), known(memory, 2));
    }
  }

  /** Whoever names a file of another kind is told so, and has it still. */
  @Test
  void aFileThatIsNoMemoryIsRefusedAndLeftAsItIs(@TempDir Path folder) throws IOException {
    for (byte[] foreign :
        List.of("# README".getBytes(StandardCharsets.UTF_8), new byte[5000], new byte[] {1})) {
      Path file = Files.write(folder.resolve("precious"), foreign);
      DHArchException e =
          assertThrows(
              DHArchException.class,
              () -> JournalFile.open(file, JournalFile.Bounds.DEFAULT, () -> 0));
      assertTrue(e.getMessage().contains("does not begin as a node's memory"), e.getMessage());
      assertArrayEquals(foreign, Files.readAllBytes(file));
    }
  }
}
