package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.MessageId;
import org.dharch.core.files.AppendLog;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.store.Journal.Bounds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The progress of messages is there after reopening; its file has a bounded size. */
class JournalTest {
  private static final long MOST = 1 << 20;
  private static final Bounds BOUNDS = new Bounds(1 << 20, MOST);

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("journal");
  }

  private Journal open() throws IOException {
    return begun(Journal.open(path(), BOUNDS));
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

  @Test
  void damageIsReportedAndCostsOnlyItsRecord() throws IOException {
    try (Journal journal = open()) {
      for (int i = 0; i < 3; i++) {
        journal.add(group(i, i + 1, 20), List.of());
      }
    }
    byte[] flipped = Files.readAllBytes(path());
    flipped[AppendLog.OVERHEAD + 25 + 10] ^= 1;
    Files.write(path(), flipped);
    try (Journal journal = Journal.open(path(), BOUNDS).orElseThrow()) {
      assertEquals(Optional.of(path() + " is damaged at byte 0"), journal.damage());
      assertEquals(text(group(1, 3, 20)), text(journal.contents()));
      journal.forgetInPlace(key(1));
      assertArrayEquals(flipped, Files.readAllBytes(path()), "a person has to inspect it");
      journal.begin();
      journal.add(group(3, 4, 20), List.of());
    }
    try (Journal journal = Journal.open(path(), BOUNDS).orElseThrow()) {
      assertEquals(Optional.empty(), journal.damage());
      assertEquals(text(group(1, 4, 20)), text(journal.contents()));
    }
  }

  @Test
  void incompleteEndIsNoDamage() throws IOException {
    try (Journal journal = open()) {
      journal.add(group(0, 2, 20), List.of());
    }
    byte[] whole = Files.readAllBytes(path());
    Files.write(path(), Arrays.copyOf(whole, whole.length - 1));
    try (Journal journal = Journal.open(path(), BOUNDS).orElseThrow()) {
      assertEquals(Optional.empty(), journal.damage());
      assertEquals(text(group(0, 1, 20)), text(journal.contents()));
    }
  }

  @Test
  void unreadableRecordIsDamage() throws IOException {
    byte[] badKey = JournalRecord.ended(key(1));
    badKey[17] = -1;
    byte[] longEnd = Arrays.copyOf(JournalRecord.ended(key(1)), 26);
    for (byte[] unreadable : List.of(new byte[] {'P', 1}, new byte[] {'S'}, badKey, longEnd)) {
      Files.deleteIfExists(path());
      DiskSpace space = DiskSpace.of(folder);
      try (AppendLog log = AppendLog.open(path(), space, lost -> {}).orElseThrow()) {
        log.load((offset, payload) -> {});
        log.append(unreadable);
        log.append(JournalRecord.progress(key(2), new byte[] {1}));
      }
      try (Journal journal = Journal.open(path(), BOUNDS).orElseThrow()) {
        assertEquals(Optional.of(path() + " is damaged at byte 0"), journal.damage());
        assertEquals(1, journal.contents().size());
      }
    }
  }

  @Test
  void forgottenProgressIsGoneAndUnknownProgressCanBeForgotten() throws IOException {
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
  void laterGroupOverridesEarlierOne() throws IOException {
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
  void fileIsAtMostTwiceTheLiveRecords() throws IOException {
    long least = 4096;
    Map<StoreKey, List<Byte>> last;
    try (Journal journal = begun(Journal.open(path(), new Bounds(least, MOST)))) {
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

  /** Otherwise obsolete records fill a small disk, which leaves no space for a rewrite. */
  @Test
  void fileLeavesAsMuchFreeSpaceAsItNeedsOnASmallDisk() throws IOException {
    long disk = 6 << 20;
    DiskSpace space = new DiskSpace(() -> disk - path().toFile().length());
    try (Journal journal = begun(Journal.open(path(), new Bounds(64 << 20, MOST), space))) {
      for (int i = 0; i < 100; i++) {
        journal.add(group(i % 3, i % 3 + 1, 200_000), List.of());
        assertTrue(path().toFile().length() <= disk * 3 / 4, () -> "" + path().toFile().length());
      }
      assertEquals(3, journal.contents().size());
    }
  }

  @Test
  void fileLeavesAsMuchFreeSpaceAsItNeedsOnANearlyFullDisk() throws IOException {
    long disk = 600 << 10;
    DiskSpace space = new DiskSpace(() -> disk - path().toFile().length());
    try (Journal journal = begun(Journal.open(path(), new Bounds(64 << 20, MOST), space))) {
      for (int i = 0; i < 400; i++) {
        journal.add(group(i % 3, i % 3 + 1, 8_000), List.of());
        assertTrue(path().toFile().length() <= disk * 3 / 4, () -> "" + path().toFile().length());
      }
      assertEquals(3, journal.contents().size());
    }
  }

  /** Each group fails to rewrite; a warning for each would fill the same disk. */
  @Test
  @Tag("log")
  void failedRewriteIsLoggedOnce() throws IOException {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (Journal journal = begun(Journal.open(path(), new Bounds(64, MOST)))) {
      Files.createDirectories(folder.resolve("journal.new").resolve("in the way"));
      for (int i = 0; i < 50; i++) {
        journal.add(Map.of(key(0), bytes(500, i)), List.of());
      }
    } finally {
      System.setErr(before);
    }
    String output = log.toString(StandardCharsets.UTF_8);
    assertEquals(2, output.split("which keeps growing", -1).length, output);
  }

  @Test
  void fullJournalRejectsProgressAndKeepsItsContents() throws IOException {
    try (Journal journal = begun(Journal.open(path(), new Bounds(64, 1000)))) {
      journal.add(group(0, 1, 900), List.of());
      String why =
          assertThrows(IOException.class, () -> journal.add(group(1, 2, 200), List.of()))
              .getMessage();
      assertTrue(why.contains("full") && why.contains("must not exceed 1000 bytes"), why);
      assertEquals(List.of(key(0)), List.copyOf(journal.contents().keySet()));
      journal.forget(key(0));
      journal.add(group(1, 2, 200), List.of());
    }
    assertEquals(text(group(1, 2, 200)), reopened());
  }

  @Test
  void journalAcceptsProgressUpToTheBound() throws IOException {
    try (Journal journal = begun(Journal.open(path(), new Bounds(64, 1000)))) {
      journal.add(Map.of(key(0), bytes(400, 1)), List.of());
      journal.add(Map.of(key(1), bytes(600, 1)), List.of());
      assertThrows(IOException.class, () -> journal.add(Map.of(key(2), bytes(1, 1)), List.of()));
    }
    assertEquals(2, reopened().size());
  }
}
