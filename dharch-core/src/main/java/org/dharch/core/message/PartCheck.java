package org.dharch.core.message;

import org.dharch.api.Limits;
import org.dharch.core.message.XmlScanner.Token;

/**
 * Checks that the new bytes of a part are well-formed in the place where they are to stand, and
 * hold nothing that {@link MessageCheck} refuses of a sender.
 */
final class PartCheck {
  /** Where the one element stands in its bytes. */
  record Range(int start, int end) {}

  private PartCheck() {}

  /**
   * Finds the one element that {@code bytes} hold; white space around it is not part of it.
   *
   * @param what the part's name, for errors
   * @param scope what is bound where it is to stand
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
        throw scanner.error(scanner.start(), token + " beside the element; one element is allowed");
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

  /** As {@link #element}, for what is to stand inside the body. */
  static void content(
      String what, byte[] bytes, NamespaceScope scope, int depthAbove, Limits limits) {
    XmlScanner scanner = scanner(what, bytes, scope, depthAbove, limits);
    while (next(scanner) != Token.EOF) {
      // the scanner refuses what is not well-formed
    }
  }

  /** The next token, none of which is what nobody may send either. */
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
