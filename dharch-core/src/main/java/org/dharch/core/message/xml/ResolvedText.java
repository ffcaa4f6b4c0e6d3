package org.dharch.core.message.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text of checked XML bytes: references resolved, line breaks normalized. */
public final class ResolvedText {
  private static final byte[] AMP = {'a', 'm', 'p'};
  private static final byte[] QUOT = {'q', 'u', 'o', 't'};
  private static final byte[] APOS = {'a', 'p', 'o', 's'};

  private ResolvedText() {}

  /** Returns an attribute's value, normalized by XML's rule for one without a declared type. */
  public static String attribute(byte[] b, int from, int to) {
    return decode(b, from, to, true);
  }

  /** A run of character data and CDATA sections. */
  public static String run(byte[] b, int from, int to) {
    return decode(b, from, to, false);
  }

  private static String decode(byte[] b, int from, int to, boolean attribute) {
    if (isPlain(b, from, to, attribute)) {
      return new String(b, from, to - from, StandardCharsets.UTF_8);
    }
    // no reference is shorter than the UTF-8 of its character
    byte[] out = new byte[to - from];
    int size = 0;
    int p = from;
    while (p < to) {
      byte c = b[p];
      if (c == '<') { // only a CDATA section can begin here
        int stop = p + 9;
        while (b[stop] != ']' || b[stop + 1] != ']' || b[stop + 2] != '>') {
          if (b[stop] == '\r') {
            out[size++] = '\n';
            stop += b[stop + 1] == '\n' ? 2 : 1;
          } else {
            out[size++] = b[stop++];
          }
        }
        p = stop + 3;
      } else if (c == '&') {
        int semicolon = p + 1;
        while (b[semicolon] != ';') {
          semicolon++;
        }
        size = put(out, size, referenced(b, p + 1, semicolon));
        p = semicolon + 1;
      } else if (c == '\r') {
        out[size++] = (byte) (attribute ? ' ' : '\n');
        p += p + 1 < to && b[p + 1] == '\n' ? 2 : 1;
      } else {
        out[size++] = attribute && (c == '\n' || c == '\t') ? (byte) ' ' : c;
        p++;
      }
    }
    return new String(out, 0, size, StandardCharsets.UTF_8);
  }

  private static boolean isPlain(byte[] b, int from, int to, boolean attribute) {
    for (int i = from; i < to; i++) {
      byte c = b[i];
      if (c == '&' || c == '\r' || c == '<' || (attribute && (c == '\n' || c == '\t'))) {
        return false;
      }
    }
    return true;
  }

  private static int put(byte[] out, int at, int cp) {
    if (cp < 0x80) {
      out[at] = (byte) cp;
      return at + 1;
    }
    byte[] utf8 = Character.toString(cp).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(utf8, 0, out, at, utf8.length);
    return at + utf8.length;
  }

  /**
   * Returns the character of a reference; {@code from} and {@code to} delimit the text between
   * ampersand and semicolon.
   *
   * @return -1 if there is none
   */
  static int referenced(byte[] b, int from, int to) {
    if (to - from > 1 && b[from] == '#') {
      boolean hex = b[from + 1] == 'x';
      int first = hex ? from + 2 : from + 1;
      int cp = first == to ? -1 : 0;
      for (int i = first; i < to && cp >= 0; i++) {
        int digit = Character.digit((char) (b[i] & 0xff), hex ? 16 : 10);
        cp = digit < 0 || cp > 0x10FFFF ? -1 : cp * (hex ? 16 : 10) + digit;
      }
      return cp >= 0 && XmlBytes.isChar(cp) ? cp : -1;
    }
    return switch (to - from) { // no text is made: some texts hold one in every few characters
      case 2 -> b[from + 1] != 't' ? -1 : b[from] == 'l' ? '<' : b[from] == 'g' ? '>' : -1;
      case 3 -> isNamed(b, from, AMP) ? '&' : -1;
      case 4 -> isNamed(b, from, QUOT) ? '"' : isNamed(b, from, APOS) ? '\'' : -1;
      default -> -1;
    };
  }

  private static boolean isNamed(byte[] b, int from, byte[] name) {
    for (int i = 0; i < name.length; i++) {
      if (b[from + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  public static boolean isSpace(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!XmlBytes.isSpace(b[i])) {
        return false;
      }
    }
    return true;
  }

  /** {@code bytes} holds {@code other} from {@code at} on. */
  public static boolean isAt(byte[] bytes, int at, byte[] other) {
    return at >= 0
        && at + other.length <= bytes.length
        && Arrays.equals(bytes, at, at + other.length, other, 0, other.length);
  }
}
