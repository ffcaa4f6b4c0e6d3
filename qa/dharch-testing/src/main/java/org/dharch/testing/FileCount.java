package org.dharch.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Counts files. Stateless. */
public final class FileCount {
  private FileCount() {}

  /** Returns the number of files in {@code folder}, which must exist, without subfolders. */
  public static long in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
