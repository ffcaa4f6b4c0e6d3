package org.dharch.axis2.envelope;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Collects bytes up to a limit. */
final class BoundedOutput extends OutputStream {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(1024);
  private final int limit;

  BoundedOutput(int limit) {
    this.limit = limit;
  }

  @Override
  public void write(int b) throws RecordingInputStream.TooLargeException {
    check(1);
    kept.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length)
      throws RecordingInputStream.TooLargeException {
    check(length);
    kept.write(bytes, offset, length);
  }

  byte[] toByteArray() {
    return kept.toByteArray();
  }

  private void check(int more) throws RecordingInputStream.TooLargeException {
    if (more > limit - kept.size()) {
      throw new RecordingInputStream.TooLargeException(limit);
    }
  }
}
