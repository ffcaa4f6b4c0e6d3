package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that appends to a log and rewrites it. */
@Timeout(180)
class AppendLogKillTest {
  private static final Pattern WRITTEN = Pattern.compile("written (\\d+)\n");

  @TempDir Path folder;

  /** Appends consecutive numbers, forced, and drops all but the last 100 every 250 records. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      ForkedJvm.endWithParent();
      List<Long> live = new ArrayList<>();
      try (AppendLog log = openLog(Path.of(args[0]), live)) {
        log.cutIncompleteEnd();
        while (true) {
          long next = live.isEmpty() ? 0 : live.get(live.size() - 1) + 1;
          log.appendForced(List.of(bytes(next)), () -> false);
          live.add(next);
          System.out.println("written " + next);
          if (live.size() >= 250) {
            live = new ArrayList<>(live.subList(live.size() - 100, live.size()));
            List<Long> kept = live;
            log.rewrite(
                sink -> {
                  for (long number : kept) {
                    sink.add(bytes(number));
                  }
                });
          }
        }
      }
    }
  }

  /** Records of different lengths. */
  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(8 + (int) (number % 500)).putLong(number).array();
  }

  private static AppendLog openLog(Path path, List<Long> numbers) throws IOException {
    AppendLog log = AppendLog.open(path, DiskSpace.of(path), System.err::println).orElseThrow();
    log.load((offset, payload) -> numbers.add(ByteBuffer.wrap(payload).getLong()));
    return log;
  }

  @Test
  void killedWriterLosesNoForcedRecord() throws Exception {
    Path path = folder.resolve("log");
    SplittableRandom random = new SplittableRandom(31);
    long last = -1;
    for (int kill = 0; kill < 6; kill++) {
      Path output = folder.resolve("output" + kill);
      try (ForkedJvm writer =
          ForkedJvm.start(output, List.of("-Xmx64m"), Writer.class, path.toString())) {
        writer.await(WRITTEN);
        Thread.sleep(random.nextInt(400));
      }
      long written = lastWritten(output);
      assertTrue(written > last, "kill " + kill);
      List<Long> numbers = new ArrayList<>();
      try (AppendLog log = openLog(path, numbers)) {
        assertEquals(OptionalLong.empty(), log.damagedAt());
      }
      last = numbers.get(numbers.size() - 1);
      assertTrue(last >= written, last + " is lost, " + written + " was written");
      for (int i = 1; i < numbers.size(); i++) {
        assertEquals(numbers.get(i - 1) + 1, numbers.get(i), "kill " + kill);
      }
      assertTrue(numbers.size() >= Math.min(100, last + 1), numbers.size() + " records");
    }
  }

  private static long lastWritten(Path output) throws IOException {
    Matcher line = WRITTEN.matcher(Files.readString(output));
    long last = -1;
    while (line.find()) {
      last = Long.parseLong(line.group(1));
    }
    return last;
  }
}
