package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.dharch.api.MessageId;
import org.dharch.core.files.DiskSpace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault B1: what was forced is there when it is opened again, however the life before ended. */
class JournalTest {
  private static final long MOST = 1 << 20;

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("journal");
  }

  private Journal open() throws IOException {
    return begun(Journal.open(path(), 1 << 20, MOST));
  }

  private static Journal begun(Optional<Journal> opened) throws IOException {
    Journal journal = opened.orElseThrow();
    journal.begin();
    return journal;
  }

  private static StoreKey key(int number) {
    return new StoreKey(new MessageId(7, number), 1_700_000_000_000L + number);
  }

  private static byte[] bytes(int length, int fill) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) fill);
    return bytes;
  }

  private static Map<StoreKey, byte[]> group(int from, int to, int length) {
    Map<StoreKey, byte[]> group = new LinkedHashMap<>();
    for (int i = from; i < to; i++) {
      group.put(key(i), bytes(length + i, i));
    }
    return group;
  }

  /** Comparable, unlike arrays. */
  private static Map<StoreKey, List<Byte>> text(Map<StoreKey, byte[]> contents) {
    Map<StoreKey, List<Byte>> text = new TreeMap<>();
    contents.forEach(
        (key, message) -> {
          List<Byte> one = new ArrayList<>();
          for (byte b : message) {
            one.add(b);
          }
          text.put(key, one);
        });
    return text;
  }

  private Map<StoreKey, List<Byte>> reopened() throws IOException {
    try (Journal journal = open()) {
      return text(journal.contents());
    }
  }

  /** What counts after each record, by where it ends. */
  private NavigableMap<Long, Map<StoreKey, List<Byte>>> written() throws IOException {
    NavigableMap<Long, Map<StoreKey, List<Byte>>> states = new TreeMap<>();
    states.put(0L, Map.of());
    try (Journal journal = open()) {
      for (int i = 0; i < 3; i++) {
        journal.add(group(i, i + 1, 20), List.of());
        states.put(Files.size(path()), text(journal.contents()));
      }
      journal.add(Map.of(key(1), bytes(40, 9)), List.of());
      states.put(Files.size(path()), text(journal.contents()));
      journal.forget(key(0));
      states.put(Files.size(path()), text(journal.contents()));
      journal.add(Map.of(key(0), bytes(1, 5)), List.of());
      states.put(Files.size(path()), text(journal.contents()));
    }
    return states;
  }

  @Test
  void cutAtAnyByteItHoldsWhatWasWholeAndCanBeAddedTo() throws IOException {
    NavigableMap<Long, Map<StoreKey, List<Byte>>> states = written();
    byte[] whole = Files.readAllBytes(path());
    assertEquals(whole.length, states.lastKey());
    for (int length = 0; length <= whole.length; length++) {
      Files.write(path(), Arrays.copyOf(whole, length));
      Map<StoreKey, List<Byte>> expected =
          new TreeMap<>(states.floorEntry((long) length).getValue());
      try (Journal journal = open()) {
        assertEquals(expected, text(journal.contents()), "cut at " + length);
        journal.add(Map.of(key(50), bytes(3, 50)), List.of());
      }
      expected.put(key(50), List.of((byte) 50, (byte) 50, (byte) 50));
      assertEquals(expected, reopened(), "added to, cut at " + length);
    }
  }

  @Test
  void rubbishBehindTheEndIsCutOff() throws IOException {
    Map<StoreKey, List<Byte>> last = written().lastEntry().getValue();
    byte[] whole = Files.readAllBytes(path());
    SplittableRandom random = new SplittableRandom(21);
    for (int run = 0; run < 200; run++) {
      byte[] longer = Arrays.copyOf(whole, whole.length + random.nextInt(1, 200));
      for (int i = whole.length; i < longer.length; i++) {
        longer[i] = (byte) (run < 3 ? run - 1 : random.nextInt()); // all zero, all ones, too
      }
      Files.write(path(), longer);
      assertEquals(last, reopened(), "run " + run);
      assertEquals(Files.size(path()), sizeOf(last));
    }
  }

  private static long sizeOf(Map<StoreKey, List<Byte>> contents) {
    return contents.values().stream().mapToLong(message -> 8 + 33 + message.size()).sum();
  }

  /**
   * Fault B1: what was on disk and is not whole is known to be damage, and costs no other record.
   */
  @Test
  void aBitThatTurnedIsNeverTakenForARecordAndIsToldFromAnEndThatIsNotWhole() throws IOException {
    NavigableMap<Long, Map<StoreKey, List<Byte>>> states = written();
    List<Long> ends = List.copyOf(states.keySet());
    byte[] whole = Files.readAllBytes(path());
    SplittableRandom random = new SplittableRandom(22);
    for (int at = 0; at < whole.length; at++) {
      byte[] turned = whole.clone();
      turned[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(path(), turned);
      int record = ends.indexOf(states.floorKey((long) at));
      boolean provenToHaveBeenForced = record < 4;
      Map<StoreKey, List<Byte>> expected =
          provenToHaveBeenForced ? allBut(record) : states.get(ends.get(record));
      try (Journal journal = Journal.open(path(), 1 << 20, MOST).orElseThrow()) {
        assertEquals(provenToHaveBeenForced, journal.damage().isPresent(), "byte " + at);
        assertEquals(expected, text(journal.contents()), "turned in byte " + at);
      }
    }
  }

  /** What counts of {@link #written} without one of its records. */
  private static Map<StoreKey, List<Byte>> allBut(int record) {
    Map<StoreKey, byte[]> contents = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      if (i != record) {
        contents.putAll(group(i, i + 1, 20));
      }
    }
    if (record != 3) {
      contents.put(key(1), bytes(40, 9));
    }
    contents.put(key(0), bytes(1, 5)); // forgotten, and added again
    return text(contents);
  }

  @Test
  void theRecordsOfAnEarlierVersionCount() throws IOException {
    // int32 length, 'P', id, key, two bytes, CRC-32
    ByteBuffer older = ByteBuffer.allocate(4 + 25 + 2 + 4);
    older.putInt(27).put((byte) 'P').putLong(7).putLong(3).putLong(key(3).sinceMillis());
    older.put((byte) 1).put((byte) 2);
    CRC32 crc = new CRC32();
    crc.update(older.array(), 4, 27);
    older.putInt((int) crc.getValue());
    Files.write(path(), older.array());
    assertEquals(Map.of(key(3), List.of((byte) 1, (byte) 2)), reopened());
  }

  @Test
  void whatIsForgottenIsGoneAndWhatIsNotKnownMayBeForgotten() throws IOException {
    try (Journal journal = open()) {
      journal.add(group(0, 3, 10), List.of());
      journal.forget(key(1));
      long size = Files.size(path());
      journal.forget(key(1));
      journal.forget(key(99));
      assertEquals(size, Files.size(path()));
      assertEquals(List.of(key(0), key(2)), List.copyOf(journal.contents().keySet()));
    }
    assertEquals(List.of(key(0), key(2)), List.copyOf(reopened().keySet()));
  }

  @Test
  void ofTwoGroupsTheLaterCountsAndAllOfEachIsThere() throws IOException {
    Map<StoreKey, byte[]> expected = new TreeMap<>(group(0, 100, 10));
    expected.putAll(group(50, 150, 30));
    try (Journal journal = open()) {
      journal.add(group(0, 100, 10), List.of());
      journal.add(group(50, 150, 30), List.of());
      assertEquals(text(expected), text(journal.contents()));
    }
    assertEquals(text(expected), reopened());
  }

  @Test
  void whatIsAddedLeavesItNoMoreThanTwiceWhatCounts() throws IOException {
    long least = 4096;
    Map<StoreKey, List<Byte>> last;
    try (Journal journal = begun(Journal.open(path(), least, MOST))) {
      for (int round = 0; round < 300; round++) {
        journal.add(Map.of(key(round % 7), bytes(500, round)), List.of());
        long counts = journal.contents().values().stream().mapToLong(m -> m.length).sum();
        assertTrue(Files.size(path()) <= Math.max(least, 2 * counts), "round " + round);
        if (round % 3 == 0) {
          journal.forget(key((round + 2) % 7));
        }
      }
      last = text(journal.contents());
    }
    assertEquals(last, reopened());
    assertFalse(Files.exists(folder.resolve("journal.new")));
  }

  /** Else what counts no more fills a small disk, and then there is no room to write it anew. */
  @Test
  void onASmallDiskItLeavesAsMuchRoomAsItTakes() throws IOException {
    long disk = 6 << 20;
    DiskSpace room = new DiskSpace(() -> disk - path().toFile().length());
    try (Journal journal = begun(Journal.open(path(), 64 << 20, MOST, room))) {
      for (int i = 0; i < 100; i++) {
        journal.add(group(i % 3, i % 3 + 1, 200_000), List.of());
        assertTrue(path().toFile().length() <= disk * 3 / 4, () -> "" + path().toFile().length());
      }
      assertEquals(3, journal.contents().size());
    }
  }

  @Test
  void onADiskThatHasNearlyNothingLeftToo() throws IOException {
    long disk = 600 << 10;
    DiskSpace room = new DiskSpace(() -> disk - path().toFile().length());
    try (Journal journal = begun(Journal.open(path(), 64 << 20, MOST, room))) {
      for (int i = 0; i < 400; i++) {
        journal.add(group(i % 3, i % 3 + 1, 8_000), List.of());
        assertTrue(path().toFile().length() <= disk * 3 / 4, () -> "" + path().toFile().length());
      }
      assertEquals(3, journal.contents().size());
    }
  }

  /** Each group meets it; a log that fills the same disk helps nobody. */
  @Test
  @Tag("log")
  void thatItGoesOnGrowingIsSaidOnce() throws IOException {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (Journal journal = begun(Journal.open(path(), 64, MOST))) {
      Files.createDirectories(folder.resolve("journal.new").resolve("in the way"));
      for (int i = 0; i < 50; i++) {
        journal.add(Map.of(key(0), bytes(500, i)), List.of());
      }
    } finally {
      System.setErr(before);
    }
    String said = log.toString(StandardCharsets.UTF_8);
    assertEquals(2, said.split("and goes on growing", -1).length, said);
  }

  @Test
  void aKillWhileItWasWrittenAnewLeavesTheOldOne() throws IOException {
    Map<StoreKey, List<Byte>> last = written().lastEntry().getValue();
    Files.write(folder.resolve("journal.new"), bytes(1000, 'x'));
    assertEquals(last, reopened());
    assertFalse(Files.exists(folder.resolve("journal.new")));
  }

  @Test
  void aFullOneRefusesAndKeepsWhatItHas() throws IOException {
    try (Journal journal = begun(Journal.open(path(), 64, 1000))) {
      journal.add(group(0, 1, 900), List.of());
      String why =
          assertThrows(IOException.class, () -> journal.add(group(1, 2, 200), List.of()))
              .getMessage();
      assertTrue(why.contains("full") && why.contains("allowed are 1000"), why);
      assertEquals(List.of(key(0)), List.copyOf(journal.contents().keySet()));
      journal.forget(key(0));
      journal.add(group(1, 2, 200), List.of());
    }
    assertEquals(text(group(1, 2, 200)), reopened());
  }

  @Test
  void itMayBeFullToTheLastByte() throws IOException {
    try (Journal journal = begun(Journal.open(path(), 64, 1000))) {
      journal.add(Map.of(key(0), bytes(400, 1)), List.of());
      journal.add(Map.of(key(1), bytes(600, 1)), List.of());
      assertThrows(IOException.class, () -> journal.add(Map.of(key(2), bytes(1, 1)), List.of()));
    }
    assertEquals(2, reopened().size());
  }

  @Test
  void whoeverIsInterruptedWhileWritingDoesNotCloseItForTheOthers() throws IOException {
    try (Journal journal = open()) {
      journal.add(group(0, 1, 10), List.of());
      Thread.currentThread().interrupt();
      assertThrows(IOException.class, () -> journal.add(group(1, 2, 10), List.of()));
      assertTrue(Thread.interrupted(), "the interrupt is its thread's to heed");
      journal.add(group(2, 3, 10), List.of());
      assertEquals(List.of(key(0), key(2)), List.copyOf(journal.contents().keySet()));
    }
    assertEquals(List.of(key(0), key(2)), List.copyOf(reopened().keySet()));
  }

  @Test
  void onceItIsClosedNothingIsWrittenForItMayBeAnothersByThen() throws IOException {
    Journal first = open();
    first.add(group(0, 2, 10), List.of());
    first.close();
    try (Journal second = open()) {
      second.add(group(2, 3, 500), List.of());
      for (int late = 0; late < 2; late++) {
        assertThrows(IOException.class, () -> first.forget(key(0)));
        assertThrows(IOException.class, () -> first.add(group(5, 6, 1), List.of()));
      }
      second.add(group(3, 4, 10), List.of());
    }
    assertEquals(4, reopened().size());
  }

  @Test
  void itIsForThisUserAlone() throws IOException {
    try (Journal journal = open()) {
      journal.add(group(0, 1, 10), List.of());
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(path()));
    }
  }
}
