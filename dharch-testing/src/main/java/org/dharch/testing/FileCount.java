package org.dharch.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many files there are. Stateless. */
public final class FileCount {
  private FileCount() {}

  /** Those in {@code folder}, which must be there, and not those below. */
  public static long in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
