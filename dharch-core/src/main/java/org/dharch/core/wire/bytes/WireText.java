package org.dharch.core.wire.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.dharch.core.message.MalformedMessageException;

/**
 * Text as UTF-8, exactly: what UTF-8 cannot hold is refused, where the JDK's short ways put a
 * question mark in its place.
 */
public final class WireText {
  private static final int SHOWN = 100;

  private WireText() {}

  /** The index of the first surrogate without its other half; -1 if there is none. */
  static int unpaired(String text) {
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

  /** How many bytes {@code text} takes if no surrogate in it is unpaired. */
  static long length(String text) {
    long length = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length += c < 0x800 || Character.isSurrogate(c) ? 1 : 2; // a pair takes four
      }
    }
    return length;
  }

  /** Puts {@code text}, in which no surrogate is unpaired. */
  static void put(ByteBuffer out, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out.put((byte) c);
      } else if (c < 0x800) {
        out.put((byte) (0xC0 | (c >> 6))).put(rest(c));
      } else if (!Character.isSurrogate(c)) {
        out.put((byte) (0xE0 | (c >> 12))).put(rest(c >> 6)).put(rest(c));
      } else {
        int point = Character.toCodePoint(c, text.charAt(++i));
        out.put((byte) (0xF0 | (point >> 18))).put(rest(point >> 12)).put(rest(point >> 6));
        out.put(rest(point));
      }
    }
  }

  private static byte rest(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  /**
   * The text that these bytes hold.
   *
   * @throws MalformedMessageException if they are not UTF-8
   */
  static String read(String field, byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) { // it stood there, or stands for what is not UTF-8
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
      } catch (CharacterCodingException e) {
        throw new MalformedMessageException(field + " is not UTF-8", e);
      }
    }
    return text;
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
