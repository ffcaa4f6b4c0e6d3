package org.dharch.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

final class BodyInput extends ServletInputStream {
  private final byte[] bytes;
  private final HttpServletRequest request;
  private int position;

  BodyInput(byte[] bytes, HttpServletRequest request) {
    this.bytes = bytes;
    this.request = request;
  }

  @Override
  public int read() {
    return position < bytes.length ? bytes[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (position == bytes.length) {
      return -1;
    }
    int read = Math.min(length, bytes.length - position);
    System.arraycopy(bytes, position, into, offset, read);
    position += read;
    return read;
  }

  @Override
  public int available() {
    return bytes.length - position;
  }

  @Override
  public boolean isFinished() {
    return position == bytes.length;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  /** Calls the listener on a thread of the container, like the container's own streams. */
  @Override
  public void setReadListener(ReadListener listener) {
    request.getAsyncContext().start(() -> notify(listener));
  }

  private void notify(ReadListener listener) {
    try {
      if (!isFinished()) {
        listener.onDataAvailable();
      }
      if (isFinished()) {
        listener.onAllDataRead();
      }
    } catch (IOException | RuntimeException e) {
      listener.onError(e);
    }
  }
}
