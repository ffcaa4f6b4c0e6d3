package org.dharch.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Jazzer's entry point: passes every input to the target in the property {@code target}. */
public final class FuzzMain {
  private static final FuzzTarget TARGET = Targets.all().get(System.getProperty("target"));

  private FuzzMain() {}

  /**
   * Loads and instruments all classes with the kept corpus; otherwise the first input would count
   * as a hang.
   */
  public static void fuzzerInitialize() throws Exception {
    TARGET.take(new byte[0]);
    try (Stream<Path> kept = Files.list(Path.of(System.getProperty("corpus")))) {
      for (Path input : kept.sorted().toList()) {
        TARGET.take(Files.readAllBytes(input));
      }
    }
  }

  /** Jazzer finds both methods by name. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    TARGET.take(data);
  }
}
