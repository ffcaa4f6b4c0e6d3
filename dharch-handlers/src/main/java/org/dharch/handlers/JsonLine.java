package org.dharch.handlers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one JSON object as one line in UTF-8. Escapes control characters, line separators,
 * invisible characters such as those that change the writing direction, and unpaired surrogates as
 * {@code \\uXXXX}. Not thread-safe.
 */
final class JsonLine {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** ASCII characters that need no escape. */
  private static final boolean[] PLAIN = new boolean[256];

  static {
    Arrays.fill(PLAIN, ' ', 0x7F, true);
    PLAIN['"'] = false;
    PLAIN['\\'] = false;
  }

  private byte[] out = new byte[512];
  private int size;

  JsonLine() {
    put('{');
  }

  JsonLine text(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  JsonLine number(String name, long value) {
    name(name);
    for (byte each : String.valueOf(value).getBytes(StandardCharsets.US_ASCII)) {
      put(each);
    }
    return this;
  }

  /** Starts a value that is written in pieces; must be ended. */
  Value value(String name) {
    name(name);
    put('"');
    return new Value();
  }

  /** Starts a nested object; must be ended. */
  JsonLine beginObject(String name) {
    name(name);
    put('{');
    return this;
  }

  JsonLine end() {
    put('}');
    return this;
  }

  byte[] line() {
    put('}');
    put('\n');
    return Arrays.copyOf(out, size);
  }

  /** A value that is written in pieces. */
  final class Value {
    private final int valueStart = size;
    private int chars;

    private Value() {}

    void text(String text) {
      chars(text);
    }

    /**
     * Appends UTF-8 text; invalid bytes become U+FFFD.
     *
     * @param max the maximum length of the value, as {@link String#length} counts
     * @return false if the text was cut
     */
    boolean utf8(byte[] bytes, int from, int to, int max) {
      int p = from;
      while (p < to && chars < max) {
        int stop = Math.min(to, p + max - chars);
        capacity(stop - p);
        int start = p;
        while (p < stop && PLAIN[bytes[p] & 0xff]) {
          out[size++] = bytes[p++];
        }
        chars += p - start;
        if (p < stop) {
          p = other(bytes, p, to);
        }
      }
      return p == to;
    }

    private int other(byte[] bytes, int p, int to) {
      if (bytes[p] >= 0) {
        ascii((char) bytes[p]);
        chars++;
        return p + 1;
      }
      int width = width(bytes, p, to);
      if (width == 0) {
        character('\uFFFD');
        chars++;
        return p + 1;
      }
      int cp = JsonLine.codePoint(bytes, p, width);
      codePoint(cp);
      chars += Character.charCount(cp);
      return p + width;
    }

    /** Removes the text of this value. */
    void clear() {
      size = valueStart;
      chars = 0;
    }

    void end() {
      put('"');
    }
  }

  /** Returns the number of bytes of the character at {@code p}; 0 if the bytes are invalid. */
  private static int width(byte[] bytes, int p, int end) {
    int first = bytes[p] & 0xff;
    int width = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (width == 0 || p + width > end) {
      return 0;
    }
    for (int i = 1; i < width; i++) {
      if ((bytes[p + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int cp = codePoint(bytes, p, width);
    boolean isShortest = width == 2 || cp >= (width == 3 ? 0x800 : 0x10000);
    boolean isSurrogate = cp >= Character.MIN_SURROGATE && cp <= Character.MAX_SURROGATE;
    return isShortest && !isSurrogate && cp <= Character.MAX_CODE_POINT ? width : 0;
  }

  private static int codePoint(byte[] bytes, int p, int width) {
    int cp = bytes[p] & (0x7f >> width);
    for (int i = 1; i < width; i++) {
      cp = (cp << 6) | (bytes[p + i] & 0x3f);
    }
    return cp;
  }

  private void name(String name) {
    if (out[size - 1] != '{') {
      put(',');
    }
    string(name);
    put(':');
  }

  private void string(String text) {
    put('"');
    chars(text);
    put('"');
  }

  private void chars(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        ascii(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        codePoint(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        codePoint(c);
      }
    }
  }

  private void ascii(char c) {
    if (PLAIN[c]) {
      put(c);
    } else if (c == '"' || c == '\\') {
      put('\\');
      put(c);
    } else {
      escape(c);
    }
  }

  private void codePoint(int cp) {
    if (isInvisible(Character.getType(cp))) {
      for (char each : Character.toChars(cp)) {
        escape(each);
      }
    } else {
      character(cp);
    }
  }

  private static boolean isInvisible(int type) {
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private void character(int cp) {
    for (byte each : Character.toString(cp).getBytes(StandardCharsets.UTF_8)) {
      put(each);
    }
  }

  private void escape(char c) {
    put('\\');
    put('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      put(HEX[c >> shift & 0xf]);
    }
  }

  private void put(int b) {
    if (size == out.length) {
      capacity(1);
    }
    out[size++] = (byte) b;
  }

  private void capacity(int more) {
    if (out.length - size < more) {
      out = Arrays.copyOf(out, Math.max(out.length * 2, size + more));
    }
  }
}
