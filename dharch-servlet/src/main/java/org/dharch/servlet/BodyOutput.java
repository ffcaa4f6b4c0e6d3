package org.dharch.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.dharch.core.settings.HeldBytes;

/** Keeps a response's body back, up to a bound, or lets it through. */
final class BodyOutput extends ServletOutputStream {
  private final ServiceResponse response;
  private final int max;
  private final HeldBytes.Reservation held;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private String overflow = "";
  private boolean begun;

  /** What was kept begins as XML does. */
  private boolean xml;

  BodyOutput(ServiceResponse response, int max, HeldBytes.Reservation held) {
    this.response = response;
    this.max = max;
    this.held = held;
  }

  /** Why nothing is kept any more. */
  String overflow() {
    return overflow;
  }

  /** Whether some of the body has gone to the client as it was written. */
  boolean begun() {
    return begun;
  }

  int size() {
    return kept.size();
  }

  /** Whether more was written than may be kept; then nothing is. */
  boolean overflowed() {
    return !overflow.isEmpty();
  }

  byte[] toByteArray() {
    return kept.toByteArray();
  }

  /** The body begins anew. */
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
      return; // the service may write a fault instead; the filter says it better
    }
    if (passes()) {
      begin().write(bytes, offset, length);
    } else if (kept.size() + (long) length > max) {
      overflow("it has more than " + max + " bytes; at most " + max + " are allowed");
    } else if (!held.take(length)) {
      overflow("every place is taken: no more bytes of messages can be held");
    } else {
      kept.write(bytes, offset, length);
      if (response.getContentType() == null && !mayBeXml()) {
        release();
      }
    }
  }

  /** What was kept goes to the client after all, and what follows too. */
  void release() throws IOException {
    byte[] all = kept.toByteArray();
    kept.reset();
    begin().write(all);
  }

  /** Whether the first character that is no white space may be a tag's, in whatever charset. */
  private boolean mayBeXml() {
    if (!xml) {
      for (byte each : kept.toByteArray()) {
        if (each
            > ' ') { // else half of a wide character, or of a byte order mark, is negative or 0
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
    throw new IOException("the response cannot be kept back: " + reason);
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
      return true; // to be said when it is written
    }
  }

  /** Calls back on a thread of the container, as the container does with its own streams. */
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
    response.request().getAsyncContext().start(() -> tell(listener));
  }

  /** The container's own stream, to which all of the body goes from now on. */
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

  private static void tell(WriteListener listener) {
    try {
      listener.onWritePossible();
    } catch (IOException | RuntimeException e) {
      listener.onError(e);
    }
  }
}
