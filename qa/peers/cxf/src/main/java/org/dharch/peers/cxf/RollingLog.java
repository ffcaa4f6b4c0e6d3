package org.dharch.peers.cxf;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A log file for CXF's sender of log events. A full file is followed by another one, as in a
 * rolling file appender. Each event is one write. One thread.
 */
final class RollingLog extends OutputStream {
  /** Larger than any event. */
  private static final int BUFFER = 1 << 18;

  private final Path file;
  private final long most;
  private OutputStream out;
  private long size;

  private RollingLog(Path file, long most) throws IOException {
    this.file = file;
    this.most = most;
    this.out = new FileOutputStream(file.toFile());
  }

  /** Opens the file. */
  static PrintWriter open(Path file, long most) throws IOException {
    return new PrintWriter(
        new OutputStreamWriter(
            new BufferedOutputStream(new RollingLog(file, most), BUFFER), StandardCharsets.UTF_8));
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (size > 0 && size + length > most) {
      out.close();
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      out = new FileOutputStream(file.toFile());
      size = 0;
    }
    out.write(bytes, from, length);
    size += length;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
