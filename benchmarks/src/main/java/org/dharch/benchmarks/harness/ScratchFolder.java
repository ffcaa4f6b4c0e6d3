package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A new temporary folder. Closing it, or the regular end of the process, deletes it with its
 * contents. Immutable.
 */
public final class ScratchFolder implements AutoCloseable {
  /** The common prefix of all folders of this process. */
  static final String PREFIX = "dharch-run-" + ProcessHandle.current().pid() + "-";

  /** The attempts at the end of the process, while a server still writes there. */
  private static final int ATTEMPTS = 50;

  private static final long BETWEEN_NANOS = 200_000_000;

  private final Path path;
  private final Thread atEnd;

  private ScratchFolder(Path path) {
    this.path = path;
    atEnd = new Thread(this::deleteAtEnd, "dharch-scratch-end");
    Runtime.getRuntime().addShutdownHook(atEnd);
  }

  /** Makes a folder whose name contains {@code prefix}. */
  public static ScratchFolder create(String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(PREFIX + prefix));
  }

  /** Returns the path. */
  public Path path() {
    return path;
  }

  /**
   * Deletes the folder if it exists.
   *
   * @throws UncheckedIOException if it cannot be deleted
   */
  @Override
  public void close() {
    try {
      delete();
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + path + " cannot be deleted", e);
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException e) {
      return; // the shutdown hook runs already
    }
  }

  private void deleteAtEnd() {
    for (int tried = 0; tried < ATTEMPTS && Files.exists(path); tried++) {
      try {
        delete();
      } catch (IOException | UncheckedIOException e) {
        LockSupport.parkNanos(BETWEEN_NANOS); // a process still writes there
      }
    }
  }

  private void delete() throws IOException {
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
  }
}
