package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Walks over the elements of one name in a document, in its order, those inside of others too. Not
 * safe for several threads.
 */
final class ElementsByName {
  private final XmlScanner scanner;
  private final String namespace;
  private final byte[] local;
  private Token at = Token.EOF;

  ElementsByName(byte[] xml, QName name, Limits limits) {
    this.scanner = EnvelopeScanner.scanner(xml, limits);
    this.namespace = name.getNamespaceURI();
    this.local = name.getLocalPart().getBytes(StandardCharsets.UTF_8);
  }

  /** Goes to the start tag of the next one; false at the document's end. */
  boolean next() {
    boolean anything = at != Token.EOF;
    while ((at = scanner.next()) != Token.EOF) {
      if (at == Token.START || at == Token.EMPTY) {
        anything = true;
        if (isOne()) {
          return true;
        }
      }
    }
    if (!anything) {
      throw scanner.error(scanner.end(), "no element");
    }
    return false;
  }

  private boolean isOne() {
    return Arrays.equals(
            scanner.bytes(), scanner.localStart(), scanner.nameEnd(), local, 0, local.length)
        && scanner.uri().equals(namespace);
  }

  /** Returns all text in the current element of {@link #next}; call it at most once. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (at == Token.START) {
      int depth = scanner.depth();
      while (scanner.depth() >= depth) {
        Token token = scanner.next();
        if (token == Token.TEXT || token == Token.CDATA) {
          text.append(ResolvedText.run(scanner.bytes(), scanner.start(), scanner.end()));
        }
      }
    }
    return text.toString();
  }
}
