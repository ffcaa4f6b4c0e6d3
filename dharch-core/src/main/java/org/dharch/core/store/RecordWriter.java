package org.dharch.core.store;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.dharch.api.MessageId;

/** Writes numbers and texts, big-endian; a text has its length in bytes (4) before it. */
final class RecordWriter {
  static final int MAX_TEXT_CHARS = 16 << 10;
  static final int MAX_TEXT_BYTES = 3 * MAX_TEXT_CHARS;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  RecordWriter one(int value) {
    out.write(value);
    return this;
  }

  RecordWriter flag(boolean value) {
    return one(value ? 1 : 0);
  }

  RecordWriter whole(int value) {
    out.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
    return this;
  }

  RecordWriter big(long value) {
    out.writeBytes(ByteBuffer.allocate(8).putLong(value).array());
    return this;
  }

  /** A text; what is past {@link #MAX_TEXT_CHARS} is cut off. */
  RecordWriter text(String value) {
    String cut = value.length() <= MAX_TEXT_CHARS ? value : value.substring(0, MAX_TEXT_CHARS);
    byte[] bytes = cut.getBytes(StandardCharsets.UTF_8); // half a pair at the end becomes '?'
    return bytes(bytes);
  }

  RecordWriter bytes(byte[] bytes) {
    whole(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  RecordWriter id(MessageId id) {
    return big(id.high()).big(id.low());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
