package org.dharch.core.message;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.message.EnvelopeLayout.Block;

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
    EnvelopeDiff.elementsBehindBody(layout);
  }

  /** The header blocks of {@code envelope}, in their order. */
  public static List<HeaderRef> headers(byte[] envelope, Limits limits) {
    return EnvelopeScanner.scan(envelope, limits).blocks().stream().map(Block::ref).toList();
  }

  /**
   * The envelope with everything taken out but these header blocks and this of the body. What is
   * left is named as before, so changes to it can be merged into the whole.
   *
   * @param body whether all of the body is left
   * @param paths the elements that are left of it otherwise, from the body's children down
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
    Scope scope = EnvelopeScanner.scan(envelope, limits).headerScope().copy();
    XmlScanner scanner = new XmlScanner("new header", block, 0, block.length, scope, 2, limits);
    XmlScanner.Token token = scanner.next();
    while (token == XmlScanner.Token.TEXT) {
      token = scanner.next();
    }
    if (token != XmlScanner.Token.START && token != XmlScanner.Token.EMPTY) {
      throw new MalformedMessageException("new header: begins with " + token + ", not an element");
    }
    return scanner.name();
  }

  /**
   * The bytes of one part, with all the namespace declarations that it needs to stand alone; empty
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

  private static byte[] alone(
      EnvelopeLayout layout, int from, int to, Scope around, Limits limits) {
    Scope nothing = Scope.empty();
    return SelfContained.content(
        layout.bytes(),
        from,
        to,
        around,
        SelfContained.missing(around, around.size(), nothing, nothing.size()),
        limits);
  }
}
