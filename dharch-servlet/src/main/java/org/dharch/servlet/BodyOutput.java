package org.dharch.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.dharch.core.settings.HeldBytes;

/** Holds the body of a response up to a limit, or writes it through. */
final class BodyOutput extends ServletOutputStream {
  private final ServiceResponse response;
  private final int max;
  private final HeldBytes.Reservation held;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private String overflow = "";
  private boolean begun;

  /** True if the held bytes start like XML. */
  private boolean xml;

  BodyOutput(ServiceResponse response, int max, HeldBytes.Reservation held) {
    this.response = response;
    this.max = max;
    this.held = held;
  }

  /** The reason why the body is no longer held; empty while it is held. */
  String overflow() {
    return overflow;
  }

  /** True if part of the body has been written through. */
  boolean begun() {
    return begun;
  }

  int size() {
    return kept.size();
  }

  /** True if the limit was exceeded and the body dropped. */
  boolean overflowed() {
    return !overflow.isEmpty();
  }

  byte[] toByteArray() {
    return kept.toByteArray();
  }

  void clear() {
    kept.reset();
    begun = false;
    xml = false;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0 || overflowed()) {
      return; // the filter responds instead, even if the service writes a fault
    }
    if (passes()) {
      begin().write(bytes, offset, length);
    } else if (kept.size() + (long) length > max) {
      overflow("it must have at most " + max + " bytes");
    } else if (!held.take(length)) {
      overflow("every place is taken: no more bytes of messages can be held");
    } else {
      kept.write(bytes, offset, length);
      if (response.getContentType() == null && !mayBeXml()) {
        release();
      }
    }
  }

  /** Writes the held bytes and all following ones through. */
  void release() throws IOException {
    byte[] all = kept.toByteArray();
    kept.reset();
    begin().write(all);
  }

  /** Returns true if the first character after white space may start a tag, in any charset. */
  private boolean mayBeXml() {
    if (!xml) {
      for (byte each : kept.toByteArray()) {
        if (each > ' ') { // bytes of wide characters and byte order marks are negative or 0
          xml = each == '<';
          return xml;
        }
      }
    }
    return true;
  }

  private void overflow(String reason) throws IOException {
    overflow = reason;
    kept.reset();
    throw new IOException("cannot buffer the response: " + reason);
  }

  @Override
  public void flush() throws IOException {
    response.flushBody();
  }

  @Override
  public boolean isReady() {
    try {
      return !begun || response.beneath().isReady();
    } catch (IOException e) {
      return true; // reported by the next write
    }
  }

  /** Calls the listener on a thread of the container, like the container's own streams. */
  @Override
  public void setWriteListener(WriteListener listener) {
    try {
      if (passes()) {
        begin().setWriteListener(listener);
        return;
      }
    } catch (IOException e) {
      listener.onError(e);
      return;
    }
    response.request().getAsyncContext().start(() -> notify(listener));
  }

  private ServletOutputStream begin() throws IOException {
    if (!begun) {
      response.letThrough();
      begun = true;
    }
    return response.beneath();
  }

  private boolean passes() {
    return kept.size() == 0 && !overflowed() && response.goesThrough();
  }

  private static void notify(WriteListener listener) {
    try {
      listener.onWritePossible();
    } catch (IOException | RuntimeException e) {
      listener.onError(e);
    }
  }
}
