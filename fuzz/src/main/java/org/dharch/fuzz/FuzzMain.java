package org.dharch.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Jazzer's entry point: gives every input to the target that the property {@code target} names. */
public final class FuzzMain {
  private static final FuzzTarget TARGET = Targets.all().get(System.getProperty("target"));

  private FuzzMain() {}

  /**
   * Has all classes loaded and instrumented by what is kept, which is not to count as a hang of the
   * first input.
   */
  public static void fuzzerInitialize() throws Exception {
    TARGET.take(new byte[0]);
    try (Stream<Path> kept = Files.list(Path.of(System.getProperty("corpus")))) {
      for (Path input : kept.sorted().toList()) {
        TARGET.take(Files.readAllBytes(input));
      }
    }
  }

  /** Jazzer finds both by their names. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    TARGET.take(data);
  }
}
