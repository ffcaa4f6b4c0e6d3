package org.dharch.core.wire.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;

/**
 * Reads what {@link WireWriter} wrote, and trusts nothing: every length is checked against its
 * bound and against what is there before anything is allocated for it. Whatever does not fit ends
 * in a {@link MalformedMessageException} that names the field. Not safe for several threads.
 */
public final class WireReader {
  private static final int EXPECTED_ITEMS = 1000;

  private final ByteBuffer in;

  /** A reader of all of {@code bytes}. */
  public WireReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  private ByteBuffer need(String field, int bytes) {
    if (bytes > in.remaining()) {
      throw new MalformedMessageException(
          "truncated at "
              + field
              + ": "
              + bytes
              + " bytes are required (got "
              + in.remaining()
              + ")");
    }
    return in;
  }

  /** How many bytes have been read. */
  public int position() {
    return in.position();
  }

  /** Passes over what is known. */
  public void skip(String field, int bytes) {
    ByteBuffer there = need(field, bytes);
    there.position(there.position() + bytes);
  }

  public int octet(String field) {
    return need(field, 1).get() & 0xff;
  }

  public boolean flag(String field) {
    int value = octet(field);
    if (value > 1) {
      throw new MalformedMessageException(field + " must be 0 or 1 (got " + value + ")");
    }
    return value == 1;
  }

  public short int16(String field) {
    return need(field, Short.BYTES).getShort();
  }

  public int int32(String field) {
    return need(field, Integer.BYTES).getInt();
  }

  public long int64(String field) {
    return need(field, Long.BYTES).getLong();
  }

  /** An index, an occurrence or a count. */
  public int number(String field) {
    int value = int32(field);
    if (value < 0) {
      throw new MalformedMessageException(
          field + " must be 0 to 2147483647 (got " + Integer.toUnsignedLong(value) + ")");
    }
    return value;
  }

  public Duration duration(String field) {
    return Duration.ofNanos(int64(field));
  }

  public MessageId id(String field) {
    return new MessageId(int64(field), int64(field));
  }

  /** A length, or how many items come next, each of which takes a byte at least. */
  public int count(String field, WireBound bound) {
    int length = bound.check(field, Integer.toUnsignedLong(int32(field)));
    need(field, length);
    return length;
  }

  public String text(String field, WireBound bound) {
    int length = count(field, bound);
    int from = need(field, length).position();
    in.position(from + length);
    return text(field, in.array(), from, length);
  }

  public byte[] bytes(String field, WireBound bound) {
    byte[] bytes = new byte[count(field, bound)];
    in.get(bytes);
    return bytes;
  }

  public <E extends Enum<E>> E word(String field, Class<E> type) {
    String text = text(field, WireBound.NONE);
    try {
      return Enum.valueOf(type, text);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(
          field
              + " must be one of "
              + Stream.of(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(" "))
              + " (got '"
              + WireWriter.shown(text)
              + "')",
          e);
    }
  }

  public QName name(String field) {
    return new QName(text(field, WireBound.NONE), text(field, WireBound.NONE));
  }

  public HeaderRef header(String field) {
    return new HeaderRef(name(field), number(field));
  }

  /** Each item, as {@code each} reads it. */
  public <E> List<E> list(String field, WireBound bound, Function<WireReader, E> each) {
    int count = count(field, bound); // each takes a byte at least
    List<E> items = new ArrayList<>(Math.min(count, EXPECTED_ITEMS));
    for (int i = 0; i < count; i++) {
      items.add(each.apply(this));
    }
    return items;
  }

  /** The value, as {@code each} reads it, if there is one. */
  public <T> Optional<T> optional(String field, Function<WireReader, T> each) {
    return flag(field) ? Optional.of(each.apply(this)) : Optional.empty();
  }

  /** How many bytes have not been read. */
  public int left() {
    return in.remaining();
  }

  /** Nothing may be left. */
  public void end(String what) {
    if (in.hasRemaining()) {
      throw new MalformedMessageException(in.remaining() + " bytes after the end of " + what);
    }
  }

  /**
   * The text that these bytes hold.
   *
   * @throws MalformedMessageException if they are not UTF-8
   */
  private static String text(String field, byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) { // original, or a replacement for invalid UTF-8
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
      } catch (CharacterCodingException e) {
        throw new MalformedMessageException(field + " is not UTF-8", e);
      }
    }
    return text;
  }
}
