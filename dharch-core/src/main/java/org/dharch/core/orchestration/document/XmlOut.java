package org.dharch.core.orchestration.document;

import java.util.ArrayDeque;

/** Writes an indented XML document, element by element. Not safe for several threads. */
final class XmlOut {
  private final StringBuilder text = new StringBuilder();
  private final ArrayDeque<String> open = new ArrayDeque<>();
  private boolean inStartTag;

  XmlOut declaration() {
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    return this;
  }

  XmlOut start(String name) {
    endOfStartTag();
    indent();
    text.append('<').append(name);
    open.push(name);
    inStartTag = true;
    return this;
  }

  /** An attribute of the element begun last. */
  XmlOut attribute(String name, String value) {
    text.append(' ').append(name).append("=\"");
    value.codePoints().forEach(this::escaped);
    text.append('"');
    return this;
  }

  XmlOut end() {
    String name = open.pop();
    if (inStartTag) {
      text.append("/>\n");
      inStartTag = false;
    } else {
      indent();
      text.append("</").append(name).append(">\n");
    }
    return this;
  }

  private void endOfStartTag() {
    if (inStartTag) {
      text.append(">\n");
      inStartTag = false;
    }
  }

  private void indent() {
    text.append("  ".repeat(open.size()));
  }

  private void escaped(int c) {
    switch (c) {
      case '&' -> text.append("&amp;");
      case '<' -> text.append("&lt;");
      case '"' -> text.append("&quot;");
      // a parser would make a blank of these
      case '\t', '\n', '\r' -> text.append("&#").append(c).append(';');
      default -> {
        if (c < 0x20 || c == 0xFFFE || c == 0xFFFF || (c >= 0xD800 && c <= 0xDFFF)) {
          throw new IllegalArgumentException(
              "character must be allowed in XML (got U+" + Integer.toHexString(c) + ")");
        }
        text.appendCodePoint(c);
      }
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
