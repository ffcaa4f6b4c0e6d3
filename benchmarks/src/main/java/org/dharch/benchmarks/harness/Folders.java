package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that a suite works in. */
public final class Folders {
  private Folders() {}

  /** Deletes {@code folder} and everything in it, as far as it is there. */
  public static void delete(Path folder) {
    try {
      if (!Files.exists(folder)) {
        return;
      }
      List<Path> all;
      try (Stream<Path> found = Files.walk(folder)) {
        all = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path each : all) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + folder + " cannot be deleted", e);
    }
  }
}
