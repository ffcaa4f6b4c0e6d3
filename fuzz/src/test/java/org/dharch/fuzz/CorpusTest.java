package org.dharch.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.WireVersion;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Gives every kept input to its target again, as it is and a little damaged: what was found once
 * stays mended, without Jazzer.
 */
class CorpusTest {
  private static final Path CORPUS = Path.of("corpus");
  private static final int DAMAGED = 20;

  @TestFactory
  Stream<DynamicTest> everyKeptInput() throws IOException {
    return Targets.all().entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> replay(e)));
  }

  /** What managers and nodes of wire version 1 said to each other. */
  @Test
  void theVersionBeforeIsRefusedByName() throws IOException {
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    try (Stream<Path> files = Files.list(CORPUS.resolve("wire"))) {
      List<Path> former = files.filter(file -> file.toString().endsWith("-version1")).toList();
      assertEquals(4, former.size());
      for (Path file : former) {
        byte[] bytes = Files.readAllBytes(file);
        assertEquals(
            "wire version 1; " + WireVersion.SPOKEN + " is spoken here",
            assertThrows(MalformedMessageException.class, () -> codec.decode(bytes)).getMessage());
      }
    }
  }

  private static void replay(Map.Entry<String, FuzzTarget> target) throws IOException {
    List<Path> inputs;
    try (Stream<Path> files = Files.list(CORPUS.resolve(target.getKey()))) {
      inputs = files.sorted().toList();
    }
    assertFalse(inputs.isEmpty(), "nothing is kept for " + target.getKey());
    for (Path input : inputs) {
      byte[] bytes = Files.readAllBytes(input);
      assertTimeoutPreemptively(
          Duration.ofSeconds(30), () -> take(target.getValue(), bytes), input::toString);
    }
  }

  private static void take(FuzzTarget target, byte[] bytes) throws Exception {
    target.take(bytes.clone());
    SplittableRandom random = new SplittableRandom(bytes.length);
    for (int i = 0; i < DAMAGED && bytes.length > 0; i++) {
      byte[] damaged = bytes.clone();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      target.take(damaged);
    }
  }
}
