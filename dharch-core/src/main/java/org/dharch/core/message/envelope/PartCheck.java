package org.dharch.core.message.envelope;

import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Checks that the new bytes of a part are well-formed in their place and have nothing that {@link
 * MessageCheck} forbids senders.
 */
final class PartCheck {
  /** Position of the element in its bytes. */
  record Range(int start, int end) {}

  private PartCheck() {}

  /**
   * Finds the single element in {@code bytes}; excludes white space around it.
   *
   * @param what the part's name, for errors
   * @param scope the namespaces in scope at its place
   * @param depthAbove how many elements are open there
   */
  static Range element(
      String what, byte[] bytes, NamespaceScope scope, int depthAbove, Limits limits) {
    XmlScanner scanner = scanner(what, bytes, scope, depthAbove, limits);
    Range range = null;
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      if (token == Token.TEXT && ResolvedText.isSpace(bytes, scanner.start(), scanner.end())) {
        continue;
      }
      if (range != null || !(token == Token.START || token == Token.EMPTY)) {
        throw scanner.error(scanner.start(), token + " outside the element; must be one element");
      }
      int start = scanner.start();
      if (token == Token.START) {
        while (next(scanner) != Token.END || scanner.depth() > 0) {
          // to the element's end
        }
      }
      range = new Range(start, scanner.end());
    }
    if (range == null) {
      throw new MalformedMessageException(what + ": empty; one element is allowed");
    }
    return range;
  }

  /** Like {@link #element}, for content inside the body. */
  static void content(
      String what, byte[] bytes, NamespaceScope scope, int depthAbove, Limits limits) {
    XmlScanner scanner = scanner(what, bytes, scope, depthAbove, limits);
    while (next(scanner) != Token.EOF) {
      // the scanner rejects malformed XML
    }
  }

  /** Returns the next token; rejects tokens that senders may not send. */
  private static Token next(XmlScanner scanner) {
    Token token = scanner.next();
    if (token == Token.PI) {
      throw scanner.notInSoap();
    }
    return token;
  }

  private static XmlScanner scanner(
      String what, byte[] bytes, NamespaceScope scope, int depthAbove, Limits limits) {
    return new XmlScanner(what, bytes, 0, bytes.length, scope.copy(), depthAbove, limits);
  }

  /** That a header may have {@code count} blocks. */
  static void headerBlocks(int count, Limits limits) {
    if (count > limits.maxHeaderBlocks()) {
      throw new MalformedMessageException(
          "headerBlocks=" + count + " > maxHeaderBlocks=" + limits.maxHeaderBlocks());
    }
  }
}
