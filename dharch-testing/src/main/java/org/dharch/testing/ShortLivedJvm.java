package org.dharch.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that runs a JVM which a test needs for some seconds: most of what that one does is to
 * start, and half of the processor's time of a start goes into code that is compiled for a long
 * life.
 */
public final class ShortLivedJvm {
  private ShortLivedJvm() {}

  /** Of this JVM's own Java; its caller adds options, class path and main class. */
  public static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    return command;
  }
}
