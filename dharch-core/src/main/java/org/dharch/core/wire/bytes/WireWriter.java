package org.dharch.core.wire.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;

/**
 * Writes the fields of everything that DHArch sends or keeps on disk; {@link WireReader} reads them
 * back. Big-endian. A layout is the order of the calls. The class that makes the calls documents it
 * as a table, in these types:
 *
 * <pre>
 *  octet      1 byte, 0 to 255                 flag      1 byte, 0 or 1
 *  int16 int32 int64   2, 4, 8 bytes, signed   number    4 bytes, 0 to 2^31-1: index, count, length
 *  duration   int64, nanoseconds               id        16 bytes
 *  bytes      number, the bytes                text      as bytes, UTF-8
 *  word       text, the name of a constant     name      text namespace, text local name; no prefix
 *  header     name, number occurrence          path      list of (name, number occurrence)
 *  optional   flag, then the value if it is 1  list      number of items, then each
 * </pre>
 *
 * <p>Values are never truncated: for a value that does not fit, a {@link MalformedMessageException}
 * names field, value and bound. Not safe for several threads.
 */
public final class WireWriter {
  private static final int SHOWN = 100;
  private ByteBuffer out;

  /**
   * A writer that has written nothing.
   *
   * @param expectedBytes for how many there is room before it has to grow
   */
  public WireWriter(int expectedBytes) {
    out = ByteBuffer.allocate(Math.max(16, expectedBytes));
  }

  /** Whether {@code text} can be written; it cannot if a surrogate in it lacks its other half. */
  public static boolean canWrite(String text) {
    return isText(text.getBytes(UTF_8), text);
  }

  /** {@code text} as it can be written: each half of a surrogate pair shown as '?'. */
  public static String writable(String text) {
    if (canWrite(text)) {
      return text;
    }
    return text.codePoints()
        .map(
            point ->
                Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE ? '?' : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** As {@link #canWrite(String)}. */
  public static boolean canWrite(QName name) {
    return canWrite(name.getNamespaceURI()) && canWrite(name.getLocalPart());
  }

  private void reserve(long bytes) {
    if (bytes > out.remaining()) {
      long needed = out.position() + bytes;
      if (needed > Integer.MAX_VALUE - 8) {
        throw new MalformedMessageException(
            "size must be at most " + (Integer.MAX_VALUE - 8) + " bytes (got " + needed + ")");
      }
      long twice = Math.min(2L * out.capacity(), Integer.MAX_VALUE - 8);
      out =
          ByteBuffer.wrap(Arrays.copyOf(out.array(), (int) Math.max(needed, twice)))
              .position(out.position());
    }
  }

  public WireWriter octet(String field, int value) {
    if (value < 0 || value > 0xff) {
      throw new MalformedMessageException(field + " must be 0 to 255 (got " + value + ")");
    }
    reserve(1);
    out.put((byte) value);
    return this;
  }

  public WireWriter flag(boolean value) {
    reserve(1);
    out.put((byte) (value ? 1 : 0));
    return this;
  }

  public WireWriter int16(short value) {
    reserve(Short.BYTES);
    out.putShort(value);
    return this;
  }

  public WireWriter int32(int value) {
    reserve(Integer.BYTES);
    out.putInt(value);
    return this;
  }

  public WireWriter int64(long value) {
    reserve(Long.BYTES);
    out.putLong(value);
    return this;
  }

  /** An index, an occurrence or a count. */
  public WireWriter number(String field, int value) {
    if (value < 0) {
      throw new MalformedMessageException(field + " must be at least 0 (got " + value + ")");
    }
    return int32(value);
  }

  public WireWriter duration(String field, Duration value) {
    return int64(nanos(field, value));
  }

  /**
   * {@code value} in nanoseconds.
   *
   * @throws MalformedMessageException if they are more than 64 bits hold
   */
  public static long nanos(String field, Duration value) {
    try {
      return value.toNanos();
    } catch (ArithmeticException e) {
      throw new MalformedMessageException(
          field + " must be at most 292 years (got " + value + ")", e);
    }
  }

  public WireWriter id(MessageId value) {
    return int64(value.high()).int64(value.low());
  }

  public WireWriter text(String field, String value, WireBound bound) {
    byte[] bytes = value.getBytes(UTF_8);
    if (!isText(bytes, value)) {
      throw new MalformedMessageException(
          field
              + " must not have half a surrogate pair at "
              + unpaired(value)
              + " (got '"
              + shown(value)
              + "')");
    }
    return bytes(field, bytes, bound);
  }

  public WireWriter bytes(String field, byte[] value, WireBound bound) {
    bound.check(field, value.length);
    reserve(Integer.BYTES + (long) value.length);
    out.putInt(value.length).put(value);
    return this;
  }

  public WireWriter word(Enum<?> value) {
    return text("word", value.name(), WireBound.NONE);
  }

  public WireWriter name(String field, QName value) {
    return text(field, value.getNamespaceURI(), WireBound.NONE)
        .text(field, value.getLocalPart(), WireBound.NONE);
  }

  public WireWriter header(String field, HeaderRef value) {
    return name(field, value.name()).number(field, value.occurrence());
  }

  /** Each of {@code items}, as {@code each} writes it. */
  public <E> WireWriter list(
      String field, Collection<E> items, WireBound bound, BiConsumer<WireWriter, E> each) {
    number(field, bound.check(field, items.size()));
    for (E item : items) {
      each.accept(this, item);
    }
    return this;
  }

  /** The value, as {@code each} writes it, if there is one. */
  public <T> WireWriter optional(Optional<T> value, BiConsumer<WireWriter, T> each) {
    flag(value.isPresent());
    value.ifPresent(present -> each.accept(this, present));
    return this;
  }

  /** How many bytes have been written. */
  public int size() {
    return out.position();
  }

  /** The written bytes; not a copy if the buffer was just large enough. */
  public byte[] toBytes() {
    return out.hasRemaining() ? Arrays.copyOf(out.array(), out.position()) : out.array();
  }

  /** Whether no surrogate of {@code text} was replaced in {@code utf8}. */
  private static boolean isText(byte[] utf8, String text) {
    return new String(utf8, UTF_8).equals(text);
  }

  /** The index of the first surrogate without its other half; -1 if there is none. */
  private static int unpaired(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /** The beginning of {@code text} for an error, which must itself be fit to travel. */
  public static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    int end = Math.min(text.length(), SHOWN);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7F) {
        shown.append(c);
      } else {
        shown.append(String.format("\\u%04x", (int) c));
      }
    }
    return shown.append(end < text.length() ? "…" : "").toString();
  }
}
