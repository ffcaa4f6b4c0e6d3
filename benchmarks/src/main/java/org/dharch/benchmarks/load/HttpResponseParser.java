package org.dharch.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Parses HTTP/1.1 answers incrementally, with a length or in chunks. One thread. */
final class HttpResponseParser {
  private enum State {
    STATUS,
    HEADER,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    DONE
  }

  private State state = State.STATUS;
  private final StringBuilder line = new StringBuilder();
  private byte[] body = new byte[4096];
  private int length;
  private int status;
  private long left;
  private boolean chunked;
  private boolean last;

  /** Adds bytes and returns whether the answer is complete. No bytes may follow the answer. */
  boolean add(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && state != State.DONE) {
      if (state == State.BODY || state == State.CHUNK) {
        copy(bytes);
      } else {
        character((char) (bytes.get() & 0xFF));
      }
    }
    return state == State.DONE;
  }

  int status() {
    return status;
  }

  /** Returns the body as UTF-8 text. */
  String text() {
    return new String(body, 0, length, StandardCharsets.UTF_8);
  }

  /** Returns the body, valid until the next answer. */
  ByteBuffer body() {
    return ByteBuffer.wrap(body, 0, length);
  }

  /**
   * Returns whether the server closes the connection after this answer, as Tomcat does after some
   * errors.
   */
  boolean isLast() {
    return last;
  }

  void reset() {
    last = false;
    state = State.STATUS;
    length = 0;
    chunked = false;
    left = 0;
  }

  private void copy(ByteBuffer bytes) {
    int now = (int) Math.min(left, bytes.remaining());
    if (length + now > body.length) {
      body = Arrays.copyOf(body, Math.max(length + now, 2 * body.length));
    }
    bytes.get(body, length, now);
    length += now;
    left -= now;
    if (left == 0) {
      state = state == State.BODY ? State.DONE : State.CHUNK_END;
    }
  }

  private void character(char c) throws IOException {
    if (c == '\r') {
      return;
    }
    if (c != '\n') {
      line.append(c);
      return;
    }
    String text = line.toString();
    line.setLength(0);
    switch (state) {
      case STATUS -> {
        if (!text.startsWith("HTTP/1.1 ")) {
          throw new IOException("not HTTP/1.1: " + text);
        }
        status = Integer.parseInt(text.substring(9, 12));
        state = State.HEADER;
      }
      case HEADER -> header(text.toLowerCase(Locale.ROOT));
      case CHUNK_SIZE -> {
        left = Long.parseLong(text.strip(), 16);
        state = left == 0 ? State.TRAILER : State.CHUNK;
      }
      case CHUNK_END -> state = State.CHUNK_SIZE;
      case TRAILER -> state = text.isEmpty() ? State.DONE : State.TRAILER;
      default -> throw new IllegalStateException(state.toString());
    }
  }

  private void header(String text) {
    if (text.startsWith("content-length:")) {
      left = Long.parseLong(text.substring(15).strip());
    } else if (text.startsWith("transfer-encoding:") && text.contains("chunked")) {
      chunked = true;
    } else if (text.equals("connection: close")) {
      last = true;
    } else if (text.isEmpty()) {
      state = chunked ? State.CHUNK_SIZE : left > 0 ? State.BODY : State.DONE;
    }
  }
}
