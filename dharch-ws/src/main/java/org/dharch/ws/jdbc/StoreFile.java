package org.dharch.ws.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * A file of a SQLite store, as long as it is in use: a process goes on writing into one that was
 * deleted, and all that it says is kept there is gone with its end. So what is not the file yet
 * that was opened is not written to. Any thread.
 */
final class StoreFile {
  static final String URL = "jdbc:sqlite:";

  private final Path path;
  private Object key; // of this monitor; null until it was seen
  private boolean isLost; // of this monitor

  private StoreFile(Path path) {
    this.path = path;
  }

  /** That of a JDBC URL, if it names one as a path. */
  static Optional<StoreFile> of(String url) {
    if (!url.startsWith(URL)) {
      return Optional.empty();
    }
    String name = url.substring(URL.length()).replaceFirst("[?].*", "");
    if (name.isEmpty() || name.startsWith(":") || name.startsWith("file:")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new StoreFile(Path.of(name)));
    } catch (InvalidPathException e) {
      return Optional.empty(); // the driver says what it thinks of it
    }
  }

  /** The log beside it, which SQLite writes before the file: one for each time that it is open. */
  StoreFile log() {
    return new StoreFile(path.resolveSibling(path.getFileName() + "-wal"));
  }

  Path path() {
    return path;
  }

  synchronized boolean isSeen() {
    return key != null;
  }

  /**
   * Sees to it that the file is the one that was there the first time.
   *
   * @throws StoreException if it was deleted, or another stands in its place, now or once before
   */
  synchronized void check() {
    Object now = now();
    if (key == null) {
      key = now;
    }
    isLost |= !Objects.equals(key, now);
    if (isLost) {
      throw new StoreException(
          "its file '"
              + path.getFileName()
              + "' was deleted or replaced while it was in use; nothing more is kept in it until"
              + " the node is started again");
    }
  }

  /** Null if it is not there, or its file system does not tell files apart. */
  private Object now() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreException("its file '" + path.getFileName() + "' cannot be looked at", e);
    }
  }
}
