package org.dharch.core.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;

/** Reads what {@link RecordWriter} wrote; every length is checked before anything is allocated. */
final class RecordReader {
  private final ByteBuffer in;

  RecordReader(ByteBuffer in) {
    this.in = in;
  }

  byte one() {
    return in.get();
  }

  boolean flag() {
    byte value = in.get();
    if (value != 0 && value != 1) {
      throw new MalformedMessageException("a flag is " + value + "; 0 and 1 are understood");
    }
    return value == 1;
  }

  int whole() {
    return in.getInt();
  }

  long big() {
    return in.getLong();
  }

  /** A number of things of which each takes at least {@code least} bytes. */
  int count(int max, int least) {
    int count = in.getInt();
    if (count < 0 || count > max) {
      throw new MalformedMessageException("a count is " + count + "; 0 to " + max + " is allowed");
    }
    if ((long) count * least > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return count;
  }

  byte[] bytes(int max) {
    byte[] bytes = new byte[count(max, 1)];
    in.get(bytes);
    return bytes;
  }

  String text() {
    int length = count(RecordWriter.MAX_TEXT_BYTES, 1);
    ByteBuffer slice = in.slice(in.position(), length);
    in.position(in.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(slice).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("a text is not UTF-8", e);
    }
  }

  MessageId id() {
    return new MessageId(in.getLong(), in.getLong());
  }

  void end() {
    if (in.hasRemaining()) {
      throw new MalformedMessageException(in.remaining() + " bytes after the end");
    }
  }
}
