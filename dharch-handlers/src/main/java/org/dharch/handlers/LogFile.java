package org.dharch.handlers;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.dharch.core.message.DHArchException;

/**
 * Appends lines to a file of a bounded size. A full file becomes {@code FILE.1}, that one {@code
 * FILE.2}, and so on; the last one is deleted. {@code FILE.lock} ensures that one process writes
 * the file. Unaffected by interrupts. Thread-safe.
 */
final class LogFile {
  private final Path file;
  private final long maxFileBytes;
  private final int maxFiles;
  private final Opener opener;
  private final FileChannel lock;

  private OutputStream out; // null while closed
  private long size;

  /**
   * Opens the file and creates its folder.
   *
   * @param maxFiles the maximum number of files, including the current one
   * @throws DHArchException if another process writes the file
   */
  LogFile(Path file, long maxFileBytes, int maxFiles) throws IOException {
    this(file, maxFileBytes, maxFiles, path -> new FileOutputStream(path.toFile(), true));
  }

  interface Opener {
    OutputStream open(Path file) throws IOException;
  }

  /** With another append operation, for tests of full disks. */
  LogFile(Path file, long maxFileBytes, int maxFiles, Opener opener) throws IOException {
    this.opener = opener;
    this.file = file;
    this.maxFileBytes = maxFileBytes;
    this.maxFiles = maxFiles;
    Files.createDirectories(file.toAbsolutePath().getParent());
    this.lock =
        FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isReady = false;
    try {
      if (!acquireLock()) {
        throw new DHArchException(
            "file='" + file + "' must not be in use by another process or class loader");
      }
      open();
      isReady = true;
    } finally {
      if (!isReady) {
        lock.close();
      }
    }
  }

  private boolean acquireLock() throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Appends a line with its line end. A line larger than the maximum size gets its own file. */
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
      closeOut(); // the incomplete line is ended before the next one
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
    boolean isIncomplete = endsIncomplete();
    size = Files.exists(file) ? Files.size(file) : 0;
    out = opener.open(file);
    if (isIncomplete) {
      write(new byte[] {'\n'});
    }
  }

  /** Returns true if the last line is incomplete, for example after a kill. */
  private boolean endsIncomplete() throws IOException {
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
    OutputStream stream = out;
    out = null;
    if (stream != null) {
      stream.close();
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
