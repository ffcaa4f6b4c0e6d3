package org.dharch.core.message.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Brief;

/**
 * A range of UTF-8 bytes of XML with its readers. Every reader returns the position after its
 * input, or throws. Immutable.
 *
 * @param what the name of these bytes in errors
 * @param b the bytes
 * @param end the position after the last byte of the range
 */
public record XmlBytes(String what, byte[] b, int end) {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  MalformedMessageException error(int at, String message) {
    int line = 1;
    for (int i = 0; i < at; i++) {
      if (b[i] == '\n') {
        line++;
      }
    }
    return new MalformedMessageException(what + ", byte " + at + ", line " + line + ": " + message);
  }

  String text(int from, int to) {
    return new String(b, from, to - from, StandardCharsets.UTF_8);
  }

  /** A name for an error: its beginning, if it is long. */
  String brief(int from, int to) {
    return Brief.of(text(from, to));
  }

  String shown(int p) {
    return b[p] > 0x20 && b[p] < 0x7f ? "" + (char) b[p] : String.format("0x%02x", b[p]);
  }

  byte at(int p) {
    if (p >= end) {
      throw error(end, "cut off in a tag");
    }
    return b[p];
  }

  void expect(int p, char c) {
    if (at(p) != c) {
      throw error(p, "'" + shown(p) + "' where '" + c + "' is expected");
    }
  }

  /** Whether the ASCII text {@code mark} is at {@code p}. */
  boolean isAt(int p, String mark) {
    if (p + mark.length() > end) {
      return false;
    }
    for (int i = 0; i < mark.length(); i++) {
      if (b[p + i] != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  boolean same(int from, int to, int otherFrom, int otherTo) {
    return Arrays.equals(b, from, to, b, otherFrom, otherTo);
  }

  int skipSpace(int from) {
    int p = from;
    while (p < end && isSpace(b[p])) {
      p++;
    }
    return p;
  }

  /**
   * Returns the position after the next ASCII text {@code mark}; checks the characters before it.
   */
  int through(int from, String mark, String where) {
    int p = from;
    while (p < end) {
      byte kind = inText(b[p]);
      if (kind == ILLEGAL || kind == MULTI) {
        p = character(p);
      } else if (b[p] == mark.charAt(0) && isAt(p, mark)) {
        return p + mark.length();
      } else {
        p++;
      }
    }
    throw error(end, "cut off in " + where);
  }

  /** Returns the position after character data, which ends at the next tag or at the end. */
  int characters(int from) {
    int p = from;
    while (p < end) {
      if (p + Long.BYTES <= end) {
        int plain = countPlain((long) LONGS.get(b, p));
        p += plain;
        if (plain == Long.BYTES) {
          continue;
        }
      }
      switch (inText(b[p])) {
        case LESS_THAN -> {
          return p;
        }
        case AMPERSAND -> p = reference(p);
        case BRACKET -> {
          if (isAt(p, "]]>")) {
            throw error(p, "']]>' in text");
          }
          p++;
        }
        case ILLEGAL, MULTI -> p = character(p);
        default -> p++;
      }
    }
    return p;
  }

  /** The place of the quote that ends an attribute's value. */
  int value(int from, byte quote) {
    int p = from;
    while (p < end) {
      byte c = b[p];
      if (c == quote) {
        return p;
      }
      switch (inText(c)) {
        case LESS_THAN -> throw error(p, "'<' in an attribute value");
        case AMPERSAND -> p = reference(p);
        case ILLEGAL, MULTI -> p = character(p);
        default -> p++;
      }
    }
    throw error(end, "cut off in an attribute value");
  }

  /** Returns the position after a name without a colon. */
  int ncName(int from) {
    int p = from;
    while (p < end) {
      boolean first = p == from;
      if (b[p] >= 0) {
        if (!(first ? startsName(b[p]) : isInName(b[p]))) {
          break;
        }
        p++;
      } else {
        int cp = decode(b, p, end);
        if (!(first ? startsName(cp) : isInName(cp))) {
          break;
        }
        p += width(b[p]);
      }
    }
    if (p == from) {
      at(p);
      throw error(p, "'" + shown(p) + "' where a name is expected");
    }
    return p;
  }

  private int reference(int p) {
    int limit = Math.min(end, p + 64);
    int semicolon = p + 1;
    while (semicolon < limit && b[semicolon] != ';') {
      semicolon++;
    }
    if (semicolon == limit || ResolvedText.referenced(b, p + 1, semicolon) < 0) {
      throw error(
          p, "'&' must begin a character reference or one of &lt; &gt; &amp; &apos; &quot;");
    }
    return semicolon + 1;
  }

  private int character(int p) {
    if (b[p] >= 0 || decode(b, p, end) < 0) {
      throw error(p, String.format("byte 0x%02x is not allowed here, or not UTF-8", b[p]));
    }
    return p + width(b[p]);
  }

  /** Classes of a byte inside text; {@link #PLAIN} needs no look. */
  static final byte PLAIN = 0;

  static final byte LESS_THAN = 1;
  static final byte AMPERSAND = 2;
  static final byte BRACKET = 3;
  static final byte ILLEGAL = 4;
  static final byte MULTI = 5;
  static final byte QUOTE = 6;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L;
  private static final long SPACES = ONES * ' ';
  private static final long LESS_THANS = ONES * '<';
  private static final long AMPERSANDS = ONES * '&';
  private static final long BRACKETS = ONES * ']';

  private static final byte[] TEXT = new byte[256];
  private static final boolean[] NAME_START = new boolean[128];
  private static final boolean[] NAME = new boolean[128];

  static {
    Arrays.fill(TEXT, 0, 0x20, ILLEGAL);
    Arrays.fill(TEXT, 0x80, 256, MULTI);
    TEXT['\t'] = PLAIN;
    TEXT['\n'] = PLAIN;
    TEXT['\r'] = PLAIN;
    TEXT['<'] = LESS_THAN;
    TEXT['&'] = AMPERSAND;
    TEXT[']'] = BRACKET;
    TEXT['"'] = QUOTE;
    TEXT['\''] = QUOTE;
    for (int c = 0; c < 128; c++) {
      NAME_START[c] = in(c, 'A', 'Z') || in(c, 'a', 'z') || c == '_';
      NAME[c] = NAME_START[c] || in(c, '0', '9') || c == '-' || c == '.';
    }
  }

  private static boolean in(int cp, int least, int most) {
    return cp >= least && cp <= most;
  }

  static byte inText(byte b) {
    return TEXT[b & 0xff];
  }

  /**
   * How many of eight bytes at once, from the lowest on, are printable ASCII that needs no look
   * inside text; a line's end is not counted among that.
   */
  static int countPlain(long eight) {
    long found = eight | (eight - SPACES); // beyond ASCII, or less than a space
    found |= zeros(eight ^ LESS_THANS) | zeros(eight ^ AMPERSANDS) | zeros(eight ^ BRACKETS);
    return Long.numberOfTrailingZeros(found & HIGHEST) / Byte.SIZE; // 8 if there is none
  }

  /** Sets the highest bit in each byte that is zero, and maybe in one above such a byte. */
  private static long zeros(long eight) {
    return (eight - ONES) & ~eight;
  }

  public static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r';
  }

  /** Whether an ASCII character can begin a name; the colon is not one of them. */
  static boolean startsName(byte ascii) {
    return NAME_START[ascii];
  }

  static boolean isInName(byte ascii) {
    return NAME[ascii];
  }

  /** Whether a code point beyond ASCII can begin a name. */
  static boolean startsName(int cp) {
    return (in(cp, 0xC0, 0x2FF) && cp != 0xD7 && cp != 0xF7)
        || (in(cp, 0x370, 0x1FFF) && cp != 0x37E)
        || in(cp, 0x200C, 0x200D)
        || in(cp, 0x2070, 0x218F)
        || in(cp, 0x2C00, 0x2FEF)
        || in(cp, 0x3001, 0xD7FF)
        || in(cp, 0xF900, 0xFDCF)
        || in(cp, 0xFDF0, 0xFFFD)
        || in(cp, 0x10000, 0xEFFFF);
  }

  static boolean isInName(int cp) {
    return startsName(cp) || cp == 0xB7 || in(cp, 0x300, 0x36F) || in(cp, 0x203F, 0x2040);
  }

  /** Whether XML allows a code point in a document. */
  static boolean isChar(int cp) {
    return in(cp, 0x20, 0xD7FF)
        || cp == '\t'
        || cp == '\n'
        || cp == '\r'
        || in(cp, 0xE000, 0xFFFD)
        || in(cp, 0x10000, 0x10FFFF);
  }

  /**
   * Decodes the code point whose UTF-8 begins at {@code p} with a byte of class {@link #MULTI}.
   *
   * @return -1 if a document may not have it
   */
  static int decode(byte[] b, int p, int end) {
    int first = b[p] & 0xff;
    int width = width(b[p]);
    if (width == 0 || p + width > end) {
      return -1;
    }
    int cp = first & (0x7f >> width);
    for (int i = 1; i < width; i++) {
      int next = b[p + i] & 0xff;
      if ((next & 0xc0) != 0x80) {
        return -1;
      }
      cp = (cp << 6) | (next & 0x3f);
    }
    boolean shortest = cp >= (width == 2 ? 0x80 : width == 3 ? 0x800 : 0x10000);
    return shortest && isChar(cp) ? cp : -1;
  }

  /** How many bytes a character beyond ASCII has that begins with {@code first}; 0 if none does. */
  static int width(byte first) {
    int b = first & 0xff;
    return b >= 0xC2 && b < 0xE0 ? 2 : b >= 0xE0 && b < 0xF0 ? 3 : b >= 0xF0 && b < 0xF5 ? 4 : 0;
  }
}
