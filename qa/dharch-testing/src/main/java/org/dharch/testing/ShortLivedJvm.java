package org.dharch.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command of a JVM that runs for a few seconds. Such a JVM mostly starts up, and half of the
 * processor time of a normal start compiles code for long runs.
 */
public final class ShortLivedJvm {
  private ShortLivedJvm() {}

  /**
   * Returns the command with this JVM's Java; the caller adds options, class path and main class.
   */
  public static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    return command;
  }
}
