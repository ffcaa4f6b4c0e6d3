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
 * The file of a SQLite store. Rejects writes to a file that was deleted or replaced, because its
 * data would be lost when the process ends. Thread-safe.
 */
final class StoreFile {
  static final String URL = "jdbc:sqlite:";

  private final Path path;
  private Object key; // guarded by this object's monitor; null until first seen
  private boolean isLost; // guarded by this object's monitor

  private StoreFile(Path path) {
    this.path = path;
  }

  /** Returns the file of a JDBC URL, if the URL contains a path. */
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
      return Optional.empty(); // the driver reports the error
    }
  }

  /** The write-ahead log, a new file each time the database is opened. */
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
   * @throws StoreException if the file was deleted or replaced since the first call
   */
  synchronized void check() {
    Object currentKey = currentKey();
    if (key == null) {
      key = currentKey;
    }
    isLost |= !Objects.equals(key, currentKey);
    if (isLost) {
      throw new StoreException(
          "its file '"
              + path.getFileName()
              + "' was deleted or replaced while it was in use; the store rejects writes until"
              + " the node is restarted");
    }
  }

  /** Returns null if the file does not exist or its file system provides no identity. */
  private Object currentKey() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreException("its file '" + path.getFileName() + "' cannot be read", e);
    }
  }
}
