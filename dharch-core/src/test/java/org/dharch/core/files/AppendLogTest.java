package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.testing.ForcedFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault B1: forced records are there after reopening, however the process before ended. */
class AppendLogTest {
  @TempDir Path folder;
  private final List<String> lost = new ArrayList<>();
  private final AtomicLong free = new AtomicLong(Long.MAX_VALUE);
  private Path path;

  @BeforeEach
  void path() {
    path = folder.resolve("log");
  }

  /** An open log and what it has read. */
  private record Opened(AppendLog log, List<String> read) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      log.close();
    }
  }

  private Opened open() throws IOException {
    AppendLog log = AppendLog.open(path, new DiskSpace(free::get), lost::add).orElseThrow();
    List<String> read = new ArrayList<>();
    log.load((offset, payload) -> read.add(new String(payload, StandardCharsets.UTF_8)));
    return new Opened(log, read);
  }

  private List<String> reopened() throws IOException {
    try (Opened opened = open()) {
      return opened.read();
    }
  }

  private static void force(AppendLog log, String... records) throws IOException {
    log.appendForced(
        Arrays.stream(records).map(r -> r.getBytes(StandardCharsets.UTF_8)).toList(), () -> false);
  }

  private static void rewrite(AppendLog log, String... records) throws IOException {
    log.rewrite(
        sink -> {
          for (String record : records) {
            sink.add(record.getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  /** The records by where the last of them ends: one rewritten, four forced, one not forced. */
  private NavigableMap<Long, List<String>> written() throws IOException {
    NavigableMap<Long, List<String>> states = new TreeMap<>();
    states.put(0L, List.of());
    List<String> all = new ArrayList<>();
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      rewrite(log, "rewritten");
      all.add("rewritten");
      states.put(log.end(), List.copyOf(all));
      for (String record : List.of("a", "bb", "record three")) {
        force(log, record);
        all.add(record);
        states.put(log.end(), List.copyOf(all));
      }
      log.append("not forced".getBytes(StandardCharsets.UTF_8));
      all.add("not forced");
      states.put(log.end(), List.copyOf(all));
      force(log, "last");
      all.add("last");
      states.put(log.end(), List.copyOf(all));
    }
    assertEquals(Files.size(path), states.lastKey());
    return states;
  }

  @Test
  void logCutAtAnyByteHoldsTheCompleteRecordsAndAcceptsMore() throws IOException {
    NavigableMap<Long, List<String>> states = written();
    byte[] whole = Files.readAllBytes(path);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(path, Arrays.copyOf(whole, length));
      List<String> expected = new ArrayList<>(states.floorEntry((long) length).getValue());
      try (Opened opened = open()) {
        assertEquals(expected, opened.read(), "cut at " + length);
        long incomplete = length - states.floorKey((long) length);
        assertEquals(incomplete, opened.log().incompleteBytes());
        assertEquals(OptionalLong.empty(), opened.log().damagedAt());
        force(opened.log(), "more");
      }
      expected.add("more");
      assertEquals(expected, reopened(), "appended, cut at " + length);
    }
  }

  @Test
  void arbitraryBytesAfterTheEndAreCutOff() throws IOException {
    List<String> last = written().lastEntry().getValue();
    byte[] whole = Files.readAllBytes(path);
    SplittableRandom random = new SplittableRandom(21);
    for (int run = 0; run < 200; run++) {
      byte[] longer = Arrays.copyOf(whole, whole.length + random.nextInt(1, 200));
      for (int i = whole.length; i < longer.length; i++) {
        longer[i] = (byte) (run < 3 ? run - 1 : random.nextInt()); // also all zeros and all ones
      }
      Files.write(path, longer);
      try (Opened opened = open()) {
        assertEquals(last, opened.read(), "run " + run);
        opened.log().cutIncompleteEnd();
      }
      assertEquals(whole.length, Files.size(path));
    }
  }

  @Test
  void flippedBitIsDamageIfTheRecordWasForcedAndCostsNoOtherRecord() throws IOException {
    NavigableMap<Long, List<String>> states = written();
    List<Long> ends = List.copyOf(states.keySet());
    List<String> all = states.lastEntry().getValue();
    byte[] whole = Files.readAllBytes(path);
    SplittableRandom random = new SplittableRandom(22);
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(path, flipped);
      int record = ends.indexOf(states.floorKey((long) at));
      boolean provenForced = record < 4; // by the last record, which was written after them
      List<String> expected = new ArrayList<>(all);
      if (provenForced) {
        expected.remove(record);
      } else {
        expected = states.get(ends.get(record));
      }
      try (Opened opened = open()) {
        assertEquals(expected, opened.read(), "byte " + at);
        assertEquals(
            provenForced ? OptionalLong.of(ends.get(record)) : OptionalLong.empty(),
            opened.log().damagedAt(),
            "byte " + at);
      }
    }
  }

  @Test
  void damageInARewrittenLogIsFoundWithoutLaterAppends() throws IOException {
    try (Opened opened = open()) {
      rewrite(opened.log(), "first", "second");
    }
    byte[] flipped = Files.readAllBytes(path);
    flipped[LogRecord.HEAD] ^= 1;
    Files.write(path, flipped);
    try (Opened opened = open()) {
      assertEquals(OptionalLong.of(0), opened.log().damagedAt());
      assertEquals(List.of("second"), opened.read());
    }
  }

  @Test
  void damagedLogAcceptsNothingUntilItIsRewritten() throws IOException {
    written();
    byte[] flipped = Files.readAllBytes(path);
    flipped[LogRecord.HEAD] ^= 1;
    Files.write(path, flipped);
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      String why = assertThrows(IOException.class, () -> force(log, "more")).getMessage();
      assertEquals(path + " is damaged at byte 0", why);
      assertEquals(flipped.length, Files.size(path));
      rewrite(log, "kept");
      force(log, "more");
    }
    assertEquals(List.of("kept", "more"), reopened());
  }

  @Test
  void killDuringARewriteLeavesTheOldFile() throws IOException {
    List<String> last = written().lastEntry().getValue();
    Path fresh = folder.resolve("log.new");
    Files.write(fresh, new byte[1000]);
    assertEquals(last, reopened());
    try (Opened opened = open()) {
      rewrite(opened.log(), "one");
    }
    assertFalse(Files.exists(fresh));
    assertEquals(List.of("one"), reopened());
  }

  @Test
  void failedRewriteKeepsTheRecords() throws IOException {
    List<String> last = new ArrayList<>(written().lastEntry().getValue());
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      IOException full = new IOException("no space");
      AppendLog.Contents failing =
          sink -> {
            sink.add(new byte[] {1});
            throw full;
          };
      assertEquals(full, assertThrows(IOException.class, () -> log.rewrite(failing)));
      assertFalse(Files.exists(folder.resolve("log.new")));
      Path obstacle = Files.createDirectories(folder.resolve("log.new").resolve("full"));
      assertThrows(IOException.class, () -> rewrite(log, "one"));
      Files.delete(obstacle);
      Files.delete(obstacle.getParent());
      force(log, "more");
    }
    last.add("more");
    assertEquals(last, reopened());
  }

  @Test
  void readReturnsAllRecordsAgainAndReportsNewDamage() throws IOException {
    written();
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      List<String> again = new ArrayList<>();
      log.read((offset, payload) -> again.add(new String(payload, StandardCharsets.UTF_8)));
      assertEquals(opened.read(), again);
      byte[] flipped = Files.readAllBytes(path);
      flipped[LogRecord.HEAD] ^= 1;
      try (var out = Files.newOutputStream(path)) { // the same file, as for a broken disk
        out.write(flipped);
      }
      String why =
          assertThrows(IOException.class, () -> log.read((offset, payload) -> {})).getMessage();
      assertEquals(path + ": the record at byte 0 is damaged", why);
    }
  }

  @Test
  void fullDiskIsRetriedOnceAfterMakingSpace() throws IOException {
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      rewrite(log, "one");
      int[] asked = {0};
      free.set(0);
      log.appendForced(List.of("two".getBytes(StandardCharsets.UTF_8)), () -> ++asked[0] > 0);
      assertEquals(0, asked[0], "nothing failed");
      for (boolean spaceLeft : new boolean[] {true, false}) {
        free.set(spaceLeft ? Long.MAX_VALUE : 0);
        Thread.currentThread().interrupt(); // the write fails
        assertThrows(
            IOException.class,
            () ->
                log.appendForced(
                    List.of("three".getBytes(StandardCharsets.UTF_8)),
                    () -> {
                      asked[0]++;
                      return false;
                    }));
        assertTrue(Thread.interrupted());
        assertEquals(spaceLeft ? 0 : 1, asked[0]);
      }
      Thread.currentThread().interrupt();
      log.appendForced(List.of("three".getBytes(StandardCharsets.UTF_8)), Thread::interrupted);
    }
    assertEquals(List.of("one", "two", "three"), reopened());
  }

  @Test
  void interruptedWriterFailsAloneAndLeavesNoIncompleteRecord() throws IOException {
    try (Opened opened = open()) {
      force(opened.log(), "a");
      Thread.currentThread().interrupt();
      assertThrows(IOException.class, () -> force(opened.log(), "a long record"));
      assertTrue(Thread.interrupted(), "the thread handles the interrupt");
      force(opened.log(), "b");
    }
    assertEquals(List.of("a", "b"), reopened());
  }

  @Test
  void closedLogWritesNothingIntoAFileThatAnotherMayHaveOpen() throws IOException {
    Opened first = open();
    force(first.log(), "a");
    first.close();
    try (Opened second = open()) {
      force(second.log(), "b");
      for (int late = 0; late < 2; late++) {
        assertThrows(IOException.class, () -> first.log().append(new byte[] {1}));
        assertThrows(IOException.class, () -> force(first.log(), "late"));
        assertThrows(IOException.class, () -> rewrite(first.log(), "late"));
      }
      force(second.log(), "c");
    }
    assertEquals(List.of("a", "b", "c"), reopened());
  }

  @Test
  void deletedOrReplacedFileIsNotWrittenAnyMore() throws IOException {
    try (Opened opened = open()) {
      force(opened.log(), "a");
      opened.log().checkOwned();
      Files.delete(path);
      assertThrows(IOException.class, opened.log()::checkOwned);
      assertThrows(IOException.class, () -> force(opened.log(), "b"));
      assertThrows(IOException.class, () -> rewrite(opened.log(), "b"));
      assertEquals(1, lost.size());
      assertFalse(Files.exists(path));
    }
  }

  @Test
  void fileIsReadableByItsOwnerOnly() throws IOException {
    try (Opened opened = open()) {
      force(opened.log(), "a");
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(path));
      rewrite(opened.log(), "b");
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(path));
    }
  }

  /** Fault B9: a power loss, which no kill shows. */
  @Test
  void appendsAndRewritesAreForced() throws Exception {
    try (Opened opened = open()) {
      AppendLog log = opened.log();
      assertEquals(List.of("log"), ForcedFiles.during(folder, () -> force(log, "a", "b")));
      assertEquals(List.of(), ForcedFiles.during(folder, () -> log.append(new byte[] {1})));
      assertEquals(
          List.of("log.new", ""),
          ForcedFiles.during(folder, () -> rewrite(log, "a")),
          "the file before its name");
    }
  }

  @Test
  void emptyPayloadIsRejected() throws IOException {
    try (Opened opened = open()) {
      assertThrows(IllegalArgumentException.class, () -> opened.log().append(new byte[0]));
    }
  }
}
