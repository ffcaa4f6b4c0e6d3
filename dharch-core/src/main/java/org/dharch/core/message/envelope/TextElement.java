package org.dharch.core.message.envelope;

import java.util.HashMap;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;
import org.dharch.core.text.Brief;

/**
 * An element that holds only text, such as a handler's replacement for body content.
 *
 * @param attributes those without a namespace, by their names
 * @param text all of it, references resolved
 */
public record TextElement(Map<String, String> attributes, String text) {
  /**
   * Reads the text element in the body of {@code envelope}.
   *
   * @throws MalformedMessageException if the body or the element has other content, or it is no
   *     SOAP envelope
   */
  public static TextElement inBody(byte[] envelope, Limits limits) {
    XmlScanner scanner = EnvelopeScanner.scan(envelope, limits).bodyScanner();
    Token token = afterSpace(scanner);
    if (token != Token.START && token != Token.EMPTY) {
      throw scanner.error(scanner.start(), token + " where one element is expected in the body");
    }
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < scanner.attributeCount(); i++) {
      Attribute a = scanner.attribute(i);
      if (!a.declaration && !a.hasPrefix()) {
        attributes.put(
            scanner.text(a.localStart, a.end),
            ResolvedText.attribute(envelope, a.valueStart, a.valueEnd));
      }
    }
    String name = scanner.name().getLocalPart();
    String text = token == Token.EMPTY ? "" : text(scanner, name);
    Token next = afterSpace(scanner);
    if (next != Token.END) {
      throw scanner.error(
          scanner.start(),
          next == Token.START || next == Token.EMPTY
              ? Brief.of(scanner.name().toString()) + " next to " + name + " in the body"
              : name + " must be alone in the body");
    }
    return new TextElement(Map.copyOf(attributes), text);
  }

  /** To the element's end tag. */
  private static String text(XmlScanner scanner, String name) {
    StringBuilder text = new StringBuilder();
    while (true) {
      Token token = scanner.next();
      switch (token) {
        case END -> {
          return text.toString();
        }
        case TEXT, CDATA ->
            text.append(ResolvedText.run(scanner.bytes(), scanner.start(), scanner.end()));
        case COMMENT -> {
          // not part of the text
        }
        default -> throw scanner.error(scanner.start(), name + " must hold text alone");
      }
    }
  }

  private static Token afterSpace(XmlScanner scanner) {
    while (true) {
      Token token = scanner.next();
      boolean blank =
          token == Token.TEXT
              && ResolvedText.isSpace(scanner.bytes(), scanner.start(), scanner.end());
      if (!blank && token != Token.COMMENT) {
        return token;
      }
    }
  }
}
