package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlScanner;

/**
 * The content of an envelope's body, byte for byte, with the namespaces it needs to keep its
 * meaning in another body. For handlers that store content and restore it.
 *
 * @param bytes everything between the body's tags; read-only
 * @param declared the namespaces declared around it by prefix; the default namespace has the empty
 *     prefix, and an empty name if there is none
 */
public record BodyContent(byte[] bytes, Map<String, String> declared) {
  /**
   * That of {@code envelope}.
   *
   * @throws MalformedMessageException if it is no SOAP envelope
   */
  public static BodyContent of(byte[] envelope, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    NamespaceScope scope = layout.body().scope();
    return new BodyContent(
        Arrays.copyOfRange(envelope, layout.body().end(), layout.bodyContentEnd()),
        scope.bindings(scope.size()));
  }

  /**
   * Returns the bytes as a document if they may be one: they begin with a start tag, which gets the
   * surrounding namespace declarations, and end with an end tag of that name. Only the first tag is
   * checked; a parser must check that the end tag belongs to it and that the rest is well-formed.
   *
   * @throws MalformedMessageException if that tag is not well-formed
   */
  public Optional<byte[]> asDocument(Limits limits) {
    XmlScanner scanner =
        new XmlScanner("body", bytes, 0, bytes.length, NamespaceScope.of(declared), 2, limits);
    if (bytes.length == 0 || scanner.next() != XmlScanner.Token.START) {
      return Optional.empty();
    }
    byte[] end =
        ("</" + scanner.text(scanner.nameStart(), scanner.nameEnd()) + ">")
            .getBytes(StandardCharsets.UTF_8);
    return ResolvedText.isAt(bytes, bytes.length - end.length, end)
        ? Optional.of(SelfContained.first(scanner, bytes, declared))
        : Optional.empty();
  }

  /**
   * Returns the bytes with the same meaning in the body of {@code envelope}: namespaces declared
   * differently there, or not at all, are declared on each outermost element. Returns the bytes
   * themselves if all declarations agree.
   *
   * @throws MalformedMessageException if {@code envelope} is no SOAP envelope, this content is not
   *     well-formed where it has to be read, or too large with the declarations
   */
  public byte[] in(byte[] envelope, Limits limits) {
    NamespaceScope there = EnvelopeScanner.scan(envelope, limits).body().scope();
    NamespaceScope around = NamespaceScope.of(declared);
    Map<String, String> missing = SelfContained.missing(around, around.size(), there, there.size());
    return SelfContained.content(bytes, 0, bytes.length, around, missing, limits);
  }
}
