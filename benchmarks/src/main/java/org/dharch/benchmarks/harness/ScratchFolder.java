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
 * A new folder that a suite works in; closing it deletes it and everything in it, and so does the
 * end of a process that is told to end. Immutable.
 */
public final class ScratchFolder implements AutoCloseable {
  /** What the name of every such folder of this process begins with. */
  static final String PLACE = "dharch-run-" + ProcessHandle.current().pid() + "-";

  /** How often the end of the process tries, while a server that works there still stops. */
  private static final int TRIES = 50;

  private static final long BETWEEN_NANOS = 200_000_000;

  private final Path path;
  private final Thread atEnd;

  private ScratchFolder(Path path) {
    this.path = path;
    atEnd = new Thread(this::deleteAtEnd, "dharch-scratch-end");
    Runtime.getRuntime().addShutdownHook(atEnd);
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
      delete();
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + path + " cannot be deleted", e);
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException e) {
      return; // the process ends, and finds nothing left to delete
    }
  }

  private void deleteAtEnd() {
    for (int tried = 0; tried < TRIES && Files.exists(path); tried++) {
      try {
        delete();
      } catch (IOException | UncheckedIOException e) {
        LockSupport.parkNanos(BETWEEN_NANOS); // something is still written there
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
