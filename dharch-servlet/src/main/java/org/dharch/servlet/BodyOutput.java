package org.dharch.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Keeps a response's body back, up to a bound, or lets it through. */
final class BodyOutput extends ServletOutputStream {
  private final ServiceResponse response;
  private final int max;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean overflowed;

  BodyOutput(ServiceResponse response, int max) {
    this.response = response;
    this.max = max;
  }

  int max() {
    return max;
  }

  int size() {
    return kept.size();
  }

  /** Whether more was written than may be kept; then nothing is. */
  boolean overflowed() {
    return overflowed;
  }

  byte[] toByteArray() {
    return kept.toByteArray();
  }

  void clear() {
    kept.reset();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0 || overflowed) {
      return; // the service may write a fault instead; the filter says it better
    }
    if (kept.size() == 0 && response.goesThrough()) {
      response.beneath().write(bytes, offset, length);
    } else if (kept.size() + (long) length > max) {
      overflowed = true;
      kept.reset();
      throw new IOException(
          "the response has more than " + max + " bytes; at most " + max + " are allowed");
    } else {
      kept.write(bytes, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    response.flushBody();
  }

  @Override
  public boolean isReady() {
    try {
      return !passes() || response.beneath().isReady();
    } catch (IOException e) {
      return true; // to be said when it is written
    }
  }

  /** Calls back on a thread of the container, as the container does with its own streams. */
  @Override
  public void setWriteListener(WriteListener listener) {
    try {
      if (passes()) {
        response.beneath().setWriteListener(listener);
        return;
      }
    } catch (IOException e) {
      listener.onError(e);
      return;
    }
    response.request().getAsyncContext().start(() -> tell(listener));
  }

  private boolean passes() {
    return kept.size() == 0 && !overflowed && response.goesThrough();
  }

  private static void tell(WriteListener listener) {
    try {
      listener.onWritePossible();
    } catch (IOException | RuntimeException e) {
      listener.onError(e);
    }
  }
}
