package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;

/** Jazzer's entry point: gives every input to the target that the property {@code target} names. */
public final class FuzzMain {
  private static final FuzzTarget TARGET = Targets.all().get(System.getProperty("target"));

  private FuzzMain() {}

  /**
   * Has all classes loaded and instrumented, which is not to count as a hang of the first input.
   */
  public static void fuzzerInitialize() throws Exception {
    TARGET.take(new byte[0]);
    TARGET.take("<x/>".getBytes(StandardCharsets.UTF_8));
  }

  /** Jazzer finds both by their names. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    TARGET.take(data);
  }
}
