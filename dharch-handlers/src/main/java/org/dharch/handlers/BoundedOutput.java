package org.dharch.handlers;

import java.io.ByteArrayOutputStream;
import org.dharch.core.message.DHArchException;

/** Collects bytes in memory up to a bound. Not thread-safe. */
final class BoundedOutput extends ByteArrayOutputStream {
  private final int maxBytes;

  BoundedOutput(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public synchronized void write(int b) {
    check(1);
    super.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    check(length);
    super.write(bytes, from, length);
  }

  private void check(int more) {
    if (more > maxBytes - count) {
      throw new DHArchException("the result must have at most maxBytes=" + maxBytes + " bytes");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new DHArchException("interrupted at its time limit");
    }
  }
}
