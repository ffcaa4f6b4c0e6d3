package org.dharch.handlers;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.dharch.core.message.DHArchException;

/**
 * Lines in a file of a bounded size: past that it becomes {@code FILE.1}, that {@code FILE.2}, and
 * the last goes. One process at a time has it, which {@code FILE.lock} sees to. Any thread; an
 * interrupt closes nothing.
 */
final class LogFile {
  private final Path file;
  private final long maxFileBytes;
  private final int maxFiles;
  private final Appending appending;
  private final FileChannel lock;

  private OutputStream out; // null if it has to be opened
  private long size;

  /**
   * Opens it, and makes its folder.
   *
   * @param maxFiles how many there are at most, the one that is written to included
   * @throws DHArchException if another process has it
   */
  LogFile(Path file, long maxFileBytes, int maxFiles) throws IOException {
    this(file, maxFileBytes, maxFiles, path -> new FileOutputStream(path.toFile(), true));
  }

  /** Opens a file to write at its end. */
  interface Appending {
    OutputStream open(Path file) throws IOException;
  }

  /** Opens the file with this append operation, for tests of full disks. */
  LogFile(Path file, long maxFileBytes, int maxFiles, Appending appending) throws IOException {
    this.appending = appending;
    this.file = file;
    this.maxFileBytes = maxFileBytes;
    this.maxFiles = maxFiles;
    Files.createDirectories(file.toAbsolutePath().getParent());
    this.lock =
        FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean ready = false;
    try {
      if (!isLocked()) {
        throw new DHArchException(
            "file='" + file + "' must not be in use by another process or class loader");
      }
      open();
      ready = true;
    } finally {
      if (!ready) {
        lock.close();
      }
    }
  }

  private boolean isLocked() throws IOException {
    try {
      FileLock held = lock.tryLock();
      return held != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Appends a line with its end. A line that is larger than a file gets its own file. */
  synchronized void append(byte[] line) throws IOException {
    if (out == null) {
      open();
    }
    if (size > 0 && size + line.length > maxFileBytes) {
      rotate();
    }
    write(line);
  }

  private void write(byte[] bytes) throws IOException {
    try {
      out.write(bytes);
      size += bytes.length;
    } catch (IOException e) {
      closeOut(); // what is half written is ended before the next, once there is room for it
      throw e;
    }
  }

  private void rotate() throws IOException {
    closeOut();
    if (maxFiles == 1) {
      Files.deleteIfExists(file);
    }
    for (int n = maxFiles - 1; n > 0; n--) {
      Path from = n == 1 ? file : sibling("." + (n - 1));
      if (Files.exists(from)) {
        Files.move(from, sibling("." + n), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    open();
  }

  private void open() throws IOException {
    boolean half = endsInTheMiddle();
    size = Files.exists(file) ? Files.size(file) : 0;
    out = appending.open(file);
    if (half) {
      write(new byte[] {'\n'});
    }
  }

  /** As after a kill. */
  private boolean endsInTheMiddle() throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return false;
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(in.length() - 1);
      return in.read() != '\n';
    }
  }

  private Path sibling(String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  private void closeOut() throws IOException {
    OutputStream last = out;
    out = null;
    if (last != null) {
      last.close();
    }
  }

  synchronized void close() throws IOException {
    try {
      closeOut();
    } finally {
      lock.close();
    }
  }
}
