package org.dharch.core.message.envelope;

import java.util.Arrays;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Reads XML by meaning instead of notation: an empty element is a start and an end, and adjacent
 * character data and CDATA sections are one text. Two cursors can compare their current events. Not
 * thread-safe.
 */
final class InfosetCursor {
  enum XmlEvent {
    START,
    END,
    TEXT,
    COMMENT,
    PI,
    EOF
  }

  private final XmlScanner scanner;
  private final byte[] b;
  private Token token;
  private boolean read; // the scanner is on a token that was not returned yet
  private boolean emptyEnd; // the end of the empty element at the scanner
  private XmlEvent event = XmlEvent.EOF;
  private int depth;
  private int start;
  private int end;

  InfosetCursor(XmlScanner scanner) {
    this.scanner = scanner;
    this.b = scanner.bytes();
  }

  XmlEvent next() {
    if (emptyEnd) {
      emptyEnd = false;
      depth--;
      event = XmlEvent.END;
      return event;
    }
    do {
      if (!read) {
        token = scanner.next();
      }
      read = false;
      start = scanner.start();
      end = scanner.end();
      event =
          switch (token) {
            case START -> opened(false);
            case EMPTY -> opened(true);
            case END -> closed();
            case TEXT, CDATA -> text();
            case COMMENT -> XmlEvent.COMMENT;
            case PI -> XmlEvent.PI;
            case EOF -> XmlEvent.EOF;
          };
    } while (event == XmlEvent.TEXT && isEmptyText());
    return event;
  }

  private XmlEvent opened(boolean empty) {
    depth++;
    emptyEnd = empty;
    return XmlEvent.START;
  }

  private XmlEvent closed() {
    depth--;
    return XmlEvent.END;
  }

  private XmlEvent text() {
    while (token == Token.TEXT || token == Token.CDATA) {
      end = scanner.end();
      token = scanner.next();
    }
    read = true;
    return XmlEvent.TEXT;
  }

  private boolean isEmptyText() {
    return b[start] == '<' && ResolvedText.run(b, start, end).isEmpty();
  }

  /**
   * Advances to the end of the element that is open at {@code level}, unless the cursor is there.
   */
  void leave(int level) {
    while (!(event == XmlEvent.END && depth < level)) {
      next();
    }
  }

  /** Returns how many bindings are in scope after the end tag that was just read. */
  int scopeBehindEnd() {
    return token == Token.EMPTY ? scanner.scopeAround() : scanner.scope().size();
  }

  /** Returns the start of the current event. */
  int start() {
    return start;
  }

  /** Returns the end of the current event. */
  int end() {
    return end;
  }

  /** The scanner, for the names and the bindings of a start that was just read. */
  XmlScanner scanner() {
    return scanner;
  }

  /** Whether two start tags have the same attributes, without namespace declarations. */
  static boolean sameAttributes(XmlScanner one, XmlScanner two) {
    int count = 0;
    for (int i = 0; i < one.attributeCount(); i++) {
      Attribute attribute = one.attribute(i);
      if (!attribute.declaration) {
        count++;
        if (!holds(two, i, attribute, one.bytes())) {
          return false;
        }
      }
    }
    for (int i = 0; i < two.attributeCount(); i++) {
      count -= two.attribute(i).declaration ? 0 : 1;
    }
    return count == 0;
  }

  private static boolean holds(XmlScanner scanner, int likely, Attribute wanted, byte[] bytes) {
    int count = scanner.attributeCount();
    for (int i = 0; i < count; i++) {
      Attribute a = scanner.attribute((likely + i) % count);
      if (!a.declaration
          && a.uri.equals(wanted.uri)
          && Arrays.equals(
              scanner.bytes(), a.localStart, a.end, bytes, wanted.localStart, wanted.end)) {
        return same(
                scanner.bytes(),
                a.valueStart,
                a.valueEnd,
                bytes,
                wanted.valueStart,
                wanted.valueEnd)
            || ResolvedText.attribute(scanner.bytes(), a.valueStart, a.valueEnd)
                .equals(ResolvedText.attribute(bytes, wanted.valueStart, wanted.valueEnd));
      }
    }
    return false;
  }

  /** Whether two texts, comments or processing instructions that were just read are equal. */
  boolean sameContent(InfosetCursor other) {
    if (same(b, start, end, other.b, other.start, other.end)) {
      return true;
    }
    return event == XmlEvent.TEXT
        ? ResolvedText.run(b, start, end).equals(ResolvedText.run(other.b, other.start, other.end))
        : lines(scanner.text(start, end)).equals(lines(other.scanner.text(other.start, other.end)));
  }

  private static String lines(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n');
  }

  private static boolean same(byte[] a, int aFrom, int aTo, byte[] z, int zFrom, int zTo) {
    return Arrays.equals(a, aFrom, aTo, z, zFrom, zTo);
  }
}
