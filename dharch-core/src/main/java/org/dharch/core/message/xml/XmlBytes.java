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
record XmlBytes(String what, byte[] b, int end) {
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
    while (p < end && XmlChars.isSpace(b[p])) {
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
      byte kind = XmlChars.inText(b[p]);
      if (kind == XmlChars.ILLEGAL || kind == XmlChars.MULTI) {
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
        int plain = XmlChars.countPlain((long) LONGS.get(b, p));
        p += plain;
        if (plain == Long.BYTES) {
          continue;
        }
      }
      switch (XmlChars.inText(b[p])) {
        case XmlChars.LESS_THAN -> {
          return p;
        }
        case XmlChars.AMPERSAND -> p = reference(p);
        case XmlChars.BRACKET -> {
          if (isAt(p, "]]>")) {
            throw error(p, "']]>' in text");
          }
          p++;
        }
        case XmlChars.ILLEGAL, XmlChars.MULTI -> p = character(p);
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
      switch (XmlChars.inText(c)) {
        case XmlChars.LESS_THAN -> throw error(p, "'<' in an attribute value");
        case XmlChars.AMPERSAND -> p = reference(p);
        case XmlChars.ILLEGAL, XmlChars.MULTI -> p = character(p);
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
        if (!(first ? XmlChars.startsName(b[p]) : XmlChars.isInName(b[p]))) {
          break;
        }
        p++;
      } else {
        int cp = XmlChars.decode(b, p, end);
        if (!(first ? XmlChars.startsName(cp) : XmlChars.isInName(cp))) {
          break;
        }
        p += XmlChars.width(b[p]);
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
          p,
          "'&' that begins no reference; a character's or one of &lt; &gt; &amp; &apos; &quot; is"
              + " allowed");
    }
    return semicolon + 1;
  }

  private int character(int p) {
    if (b[p] >= 0 || XmlChars.decode(b, p, end) < 0) {
      throw error(p, String.format("byte 0x%02x is not allowed here, or not UTF-8", b[p]));
    }
    return p + XmlChars.width(b[p]);
  }
}
