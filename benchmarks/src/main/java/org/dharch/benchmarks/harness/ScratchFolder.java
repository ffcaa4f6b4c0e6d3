package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder that a suite works in; closing it deletes it and everything in it. Immutable. */
public final class ScratchFolder implements AutoCloseable {
  /** What the name of every such folder of this process begins with. */
  static final String PLACE = "dharch-run-" + ProcessHandle.current().pid() + "-";

  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /** One whose name has {@code prefix}. */
  public static ScratchFolder create(String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(PLACE + prefix));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * Deletes it, as far as it is there.
   *
   * @throws UncheckedIOException naming it, if it cannot be deleted
   */
  @Override
  public void close() {
    try {
      if (!Files.exists(path)) {
        return;
      }
      List<Path> all;
      try (Stream<Path> found = Files.walk(path)) {
        all = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path each : all) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + path + " cannot be deleted", e);
    }
  }
}
