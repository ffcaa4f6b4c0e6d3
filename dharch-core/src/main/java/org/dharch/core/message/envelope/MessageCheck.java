package org.dharch.core.message.envelope;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Checks a whole envelope from outside before any handler receives it: it is well-formed to its
 * end, has one body without content after it, and has nothing that SOAP forbids. One pass, no tree.
 * The new bytes of a part must be as well-formed in their place.
 */
final class MessageCheck {
  /** The depth that SOAP parsers accept: an unchanged body may be deeper than written content. */
  private static final int PARSERS_DEPTH = 1000;

  private static final int PARSERS_ATTRIBUTES = 1000;

  private final byte[] bytes;
  private final XmlScanner scanner;
  private int roots;
  private boolean body;
  private Optional<QName> content = Optional.empty();

  private MessageCheck(byte[] bytes, Limits limits) {
    this.bytes = bytes;
    this.scanner = EnvelopeScanner.scanner(bytes, asParsers(limits));
  }

  /**
   * Reads {@code bytes}.
   *
   * @throws MalformedMessageException with byte and line, if they are no such envelope
   */
  static Envelopes.Outline read(byte[] bytes, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(bytes, limits);
    MessageCheck check = new MessageCheck(bytes, limits);
    check.read();
    return new Envelopes.Outline(layout.soapUri().equals(EnvelopeScanner.SOAP12), check.content);
  }

  static Limits asParsers(Limits limits) {
    return new Limits(
        limits.maxPayloadBytes(),
        limits.maxProperties(),
        limits.maxPropertyBytes(),
        limits.maxHeaderBlocks(),
        Math.max(PARSERS_DEPTH, limits.maxDepth()),
        Math.max(PARSERS_ATTRIBUTES, limits.maxAttributes()));
  }

  private void read() {
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      switch (token) {
        case START, EMPTY -> element(token == Token.EMPTY ? scanner.depth() : scanner.depth() - 1);
        case TEXT, CDATA -> text();
        case PI -> throw scanner.notInSoap();
        case END, COMMENT, EOF -> {
          // allowed anywhere
        }
      }
    }
  }

  private void element(int depth) {
    if (depth == 0 && ++roots > 1) {
      throw scanner.error(scanner.start(), "a second root element");
    }
    if (depth == 1) {
      if (body) {
        throw scanner.error(scanner.start(), "an element behind soap:Body");
      }
      body = scanner.isNamed(scanner.uri(), "Body");
    } else if (depth == 2 && body && content.isEmpty()) {
      content = Optional.of(scanner.name());
    }
  }

  private void text() {
    if (scanner.depth() <= 1 && !ResolvedText.isSpace(bytes, scanner.start(), scanner.end())) {
      throw scanner.error(scanner.start(), "text outside soap:Body");
    }
  }

  /** Position of the element in its bytes. */
  record Range(int start, int end) {}

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
