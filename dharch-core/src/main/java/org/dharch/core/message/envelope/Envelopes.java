package org.dharch.core.message.envelope;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeLayout.Block;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Looks into the bytes of an envelope without making a tree of it: for handlers and gateways that
 * need one header or nothing but the certainty that it is well-formed. Stateless; safe for any
 * thread.
 */
public final class Envelopes {
  private Envelopes() {}

  /**
   * Reads all of {@code envelope}.
   *
   * @throws MalformedMessageException with byte and line, if it is not a well-formed SOAP 1.1 or
   *     1.2 envelope within the limits
   */
  public static void check(byte[] envelope, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    layout.readBody();
    layout.checkTail();
  }

  /**
   * Checks a whole message from outside like {@link #check}, and rejects content after the body and
   * content that SOAP forbids.
   *
   * @return the result of {@link #outline}
   * @throws MalformedMessageException with byte and line, if a sender may not send it
   */
  public static Outline checkReceived(byte[] envelope, Limits limits) {
    return MessageCheck.read(envelope, limits);
  }

  /**
   * Reads the header in the first bytes of an envelope.
   *
   * @return false if the header does not end in {@code start}, or cannot be read
   * @throws MalformedMessageException with byte and line, if it has more blocks than allowed
   */
  public static boolean hasWholeHeader(byte[] start, Limits limits) {
    try {
      EnvelopeScanner.scan(start, limits);
      return true;
    } catch (EnvelopeScanner.TooManyBlocksException e) {
      throw e;
    } catch (MalformedMessageException e) {
      return false; // a check of the whole envelope says why
    }
  }

  /**
   * The facts about an envelope that a gateway needs before it submits the message.
   *
   * @param soap12 whether it is SOAP 1.2; otherwise it is 1.1
   * @param content the first element in the body; empty if there is none
   */
  public record Outline(boolean soap12, Optional<QName> content) {
    /** Whether the body holds a SOAP fault. */
    public boolean fault() {
      String namespace = soap12 ? EnvelopeScanner.SOAP12 : EnvelopeScanner.SOAP11;
      return content.equals(Optional.of(new QName(namespace, "Fault")));
    }
  }

  /**
   * Reads {@code envelope} up to the first start tag in its body, and the content after the body.
   *
   * @throws MalformedMessageException if it is no SOAP envelope up to there, or has elements after
   *     its body, such as a second body
   */
  public static Outline outline(byte[] envelope, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    layout.checkTail();
    return new Outline(layout.soapUri().equals(EnvelopeScanner.SOAP12), content(layout));
  }

  private static Optional<QName> content(EnvelopeLayout layout) {
    if (layout.body().empty()) {
      return Optional.empty();
    }
    XmlScanner scanner = layout.bodyScanner();
    while (true) {
      switch (scanner.next()) {
        case START, EMPTY -> {
          return Optional.of(scanner.name());
        }
        case END, EOF -> {
          return Optional.empty();
        }
        default -> {
          // text, comments and instructions before it
        }
      }
    }
  }

  /**
   * Returns the envelope with {@code mustUnderstand} 0 on these header blocks: they have been
   * processed, so the next receiver must not reject the envelope because of them. Returns the same
   * array if there is nothing to change. A signed block stays as it is until the block with the
   * signature has been processed, and so verified.
   *
   * @throws MalformedMessageException if it is no SOAP envelope
   */
  public static byte[] understood(byte[] envelope, Set<HeaderRef> processed, Limits limits) {
    if (processed.isEmpty()) {
      return envelope;
    }
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    Splice splice = new Splice(envelope);
    boolean changed = false;
    Set<HeaderRef> signed = Signatures.signed(layout, processed);
    for (Block block : layout.blocks()) {
      if (!processed.contains(block.ref()) || signed.contains(block.ref())) {
        continue;
      }
      XmlScanner scanner = layout.scanner(block);
      scanner.next();
      for (int i = 0; i < scanner.attributeCount(); i++) {
        StartTag.Attribute a = scanner.attribute(i);
        if (a.uri.equals(layout.soapUri())
            && scanner.text(a.localStart, a.end).equals("mustUnderstand")) {
          splice.replace(a.valueStart, a.valueEnd, new byte[] {'0'});
          changed = true;
        }
      }
    }
    return changed ? splice.apply(limits) : envelope;
  }

  /**
   * Returns the envelope with an empty body, for evaluations of its header alone.
   *
   * @throws MalformedMessageException if it is no SOAP envelope up to there
   */
  public static byte[] withoutBody(byte[] envelope, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    ByteArrayOutputStream out = new ByteArrayOutputStream(layout.body().end() + 128);
    out.write(envelope, 0, layout.body().end());
    if (!layout.body().empty()) {
      end(out, envelope, layout.body());
    }
    end(out, envelope, layout.envelope());
    return out.toByteArray();
  }

  private static void end(ByteArrayOutputStream out, byte[] envelope, EnvelopeLayout.Tag tag) {
    out.write('<');
    out.write('/');
    out.write(envelope, tag.nameStart(), tag.nameEnd() - tag.nameStart());
    out.write('>');
  }

  /** The header blocks of {@code envelope}, in their order. */
  public static List<HeaderRef> headers(byte[] envelope, Limits limits) {
    return EnvelopeScanner.scan(envelope, limits).blocks().stream().map(Block::ref).toList();
  }

  /**
   * Returns the canonical text of each header block of {@code envelope}, in document order.
   *
   * @throws MalformedMessageException if it is no SOAP envelope
   */
  public static List<String> headerTexts(byte[] envelope, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    return layout.blocks().stream().map(block -> BlockText.of(layout.scanner(block))).toList();
  }

  /**
   * Returns the envelope without all other header blocks and body elements. The remaining parts
   * keep their names, so changes to them can be merged into the whole.
   *
   * @param body whether all of the body is kept
   * @param paths otherwise the elements that are kept, from the body's children down
   */
  public static byte[] excerpt(
      byte[] envelope, Set<QName> headers, boolean body, Set<List<QName>> paths, Limits limits) {
    return Excerpt.of(envelope, headers, body, paths, limits);
  }

  /**
   * The name of a new header block of {@code envelope}.
   *
   * @throws MalformedMessageException if {@code block} is not one element
   */
  public static QName nameOfNewHeader(byte[] envelope, byte[] block, Limits limits) {
    NamespaceScope scope = EnvelopeScanner.scan(envelope, limits).headerScope().copy();
    XmlScanner scanner = new XmlScanner("new header", block, 0, block.length, scope, 2, limits);
    XmlScanner.Token token = scanner.next();
    while (token == XmlScanner.Token.TEXT) {
      token = scanner.next();
    }
    if (token != XmlScanner.Token.START && token != XmlScanner.Token.EMPTY) {
      throw new MalformedMessageException("a new header must be an element (got " + token + ")");
    }
    return scanner.name();
  }

  /**
   * Counts the elements called {@code name} anywhere in the envelope.
   *
   * @throws MalformedMessageException if the bytes are not well-formed XML in UTF-8
   */
  public static int count(byte[] envelope, QName name, Limits limits) {
    ElementsByName elements = new ElementsByName(envelope, name, limits);
    int count = 0;
    while (elements.next()) {
      count++;
    }
    return count;
  }

  /**
   * Returns the text of the first element called {@code name}, including the text of its
   * descendants; empty if there is no such element. Does not read past that element.
   *
   * @throws MalformedMessageException if the bytes are not well-formed XML in UTF-8
   */
  public static Optional<String> firstText(byte[] envelope, QName name, Limits limits) {
    ElementsByName elements = new ElementsByName(envelope, name, limits);
    return elements.next() ? Optional.of(elements.text()) : Optional.empty();
  }

  /**
   * Returns the bytes of one part, with all namespace declarations that it needs on its own; empty
   * if the envelope has no such part.
   */
  public static Optional<byte[]> part(byte[] envelope, Part part, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    if (part instanceof Part.Header header) {
      return layout
          .block(header.header())
          .map(b -> alone(layout, b.start(), b.end(), layout.headerScope(), limits));
    }
    if (part instanceof Part.Element element) {
      Map<Part.Element, ElementFinder.Place> places = ElementFinder.find(layout, Set.of(element));
      return Optional.ofNullable(places.get(element))
          .map(p -> alone(layout, p.start(), p.end(), p.scope(), limits));
    }
    return Optional.of(
        alone(layout, layout.body().end(), layout.bodyContentEnd(), layout.body().scope(), limits));
  }

  static byte[] alone(
      EnvelopeLayout layout, int from, int to, NamespaceScope around, Limits limits) {
    NamespaceScope nothing = NamespaceScope.empty();
    return SelfContained.content(
        layout.bytes(),
        from,
        to,
        around,
        SelfContained.missing(around, around.size(), nothing, nothing.size()),
        limits);
  }

  /**
   * Checks a whole envelope from outside before any handler receives it: it is well-formed to its
   * end, has one body without content after it, and has nothing that SOAP forbids. One pass, no
   * tree. The new bytes of a part must be as well-formed in their place.
   */
  static final class MessageCheck {
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
    static Outline read(byte[] bytes, Limits limits) {
      EnvelopeLayout layout = EnvelopeScanner.scan(bytes, limits);
      MessageCheck check = new MessageCheck(bytes, limits);
      check.read();
      return new Outline(layout.soapUri().equals(EnvelopeScanner.SOAP12), check.content);
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
          case START, EMPTY ->
              element(token == Token.EMPTY ? scanner.depth() : scanner.depth() - 1);
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
          throw scanner.error(scanner.start(), "soap:Body must be last (got an element after it)");
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
        throw new MalformedMessageException(what + " must be one element (got none)");
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
            "the envelope must have at most maxHeaderBlocks="
                + limits.maxHeaderBlocks()
                + " header blocks (got "
                + count
                + ")");
      }
    }
  }
}
