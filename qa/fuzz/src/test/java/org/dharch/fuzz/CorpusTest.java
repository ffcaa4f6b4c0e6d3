package org.dharch.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.dharch.api.Limits;
import org.dharch.cmanager.frame.JmsBytes;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every kept input again, unchanged and slightly damaged: fixed faults stay fixed, without
 * Jazzer.
 */
class CorpusTest {
  private static final Path CORPUS = Path.of("corpus");
  private static final int DAMAGED = 20;

  @TestFactory
  Stream<DynamicTest> keptInputsHaveNoFindings() throws IOException {
    return Targets.all().entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> replay(e)));
  }

  /**
   * Kept inputs have the current version. Otherwise each is rejected for its version and the code
   * behind that check is never tested. {@code -Dfuzz.seeds.write=true} writes them again.
   */
  @Test
  void keptFramesAndMessagesHaveTheCurrentVersion() throws Exception {
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    for (Map.Entry<String, byte[]> seed : WireSeeds.wire().entrySet()) {
      byte[] kept = kept("wire", seed);
      assertEquals(WireSeeds.messages().get(seed.getKey()), codec.decode(kept), seed::getKey);
    }
    for (Map.Entry<String, byte[]> seed : WireSeeds.frames().entrySet()) {
      assertEquals(read(seed.getValue(), codec), read(kept("frame", seed), codec), seed::getKey);
    }
  }

  private static List<DMFormat> read(byte[] frame, DMFormatCodec codec) throws Exception {
    List<DMFormat> read = new ArrayList<>();
    JmsBytes.read(frame, codec, read::add);
    assertFalse(read.isEmpty());
    return read;
  }

  /**
   * Returns the kept input with the seed's name; its bytes may differ because properties have no
   * order.
   */
  private static byte[] kept(String target, Map.Entry<String, byte[]> seed) throws IOException {
    Path file = CORPUS.resolve(target).resolve(seed.getKey());
    if (Boolean.getBoolean("fuzz.seeds.write")) {
      Files.write(file, seed.getValue());
    }
    return Files.readAllBytes(file);
  }

  private static void replay(Map.Entry<String, FuzzTarget> target) throws IOException {
    List<Path> inputs;
    try (Stream<Path> files = Files.list(CORPUS.resolve(target.getKey()))) {
      inputs = files.sorted().toList();
    }
    assertFalse(inputs.isEmpty(), "corpus must not be empty for " + target.getKey());
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
