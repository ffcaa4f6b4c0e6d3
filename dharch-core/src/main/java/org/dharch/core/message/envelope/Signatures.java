package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeLayout.Tag;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Comparison rules for a new XML signature. A signature covers a canonical form that includes every
 * namespace declared around the signed content, used or not. All declarations in scope inside
 * SOAP's own elements must therefore be the same where the message is merged. Stateless.
 */
final class Signatures {
  static final String NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";

  private static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

  /** Of WS-Security: it names the canonical form inside. */
  private static final String TOKEN_REFERENCE = "#STR-Transform";

  private static final QName VALUE = new QName(NAMESPACE, "SignatureValue");

  private Signatures() {}

  /** Whether {@code after} has a signature that {@code before} has not. */
  static boolean added(byte[] before, byte[] after, Changes changes, Limits limits) {
    return possible(changes) && !values(before, limits).containsAll(values(after, limits));
  }

  /** Whether the new content may have a signature; the namespace's name is ASCII. */
  static boolean possible(Changes changes) {
    return Stream.concat(changes.replaced().values().stream(), changes.addedHeaders().stream())
        .anyMatch(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(NAMESPACE));
  }

  private static Set<String> values(byte[] envelope, Limits limits) {
    Set<String> values = new HashSet<>();
    ElementsByName elements = new ElementsByName(envelope, VALUE, limits);
    while (elements.next()) {
      values.add(elements.text());
    }
    return values;
  }

  /**
   * Returns the declarations, by prefix, in the tag of {@code part} in {@code now} that are not in
   * scope there in {@code old}.
   *
   * @throws MalformedMessageException if another difference cannot be carried
   */
  static Map<String, String> declared(
      Part.Attributes part, EnvelopeLayout old, EnvelopeLayout now) {
    Tag one = old.tag(part.owner()).orElseThrow();
    Tag two = now.tag(part.owner()).orElseThrow();
    String was = name(old, one);
    String is = name(now, two);
    if (part.owner() == Part.Owner.BODY && !was.equals(is)) {
      throw refused(is + " replaces " + was);
    }
    Map<String, String> before = one.scope().bindings(one.scope().size());
    Map<String, String> after = two.scope().bindings(two.scope().size());
    boolean inclusive = !after.entrySet().containsAll(before.entrySet()) && inclusive(now);
    before.forEach(
        (prefix, uri) -> {
          if (inclusive && !uri.equals(after.get(prefix))) {
            throw refused(
                SelfContained.declaration(prefix, uri).strip() + " is no longer in scope in " + is);
          }
        });
    Map<String, String> declared = new LinkedHashMap<>(after);
    declared.keySet().removeAll(before.keySet());
    if (part.owner() != Part.Owner.ENVELOPE) { // what has come with the envelope is there
      Tag outer = now.envelope();
      declared.entrySet().removeAll(outer.scope().bindings(outer.scope().size()).entrySet());
    }
    return declared;
  }

  /**
   * Whether a signature may be over more than the namespaces that are used: not if each of its
   * references, and it itself, is in an exclusive canonical form.
   */
  private static boolean inclusive(EnvelopeLayout layout) {
    XmlScanner scanner = EnvelopeScanner.scanner(layout.bytes(), layout.limits());
    int written = 0;
    int exclusively = 0;
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      if ((token == Token.START || token == Token.EMPTY) && scanner.uri().equals(NAMESPACE)) {
        String name = scanner.name().getLocalPart();
        String algorithm = attribute(scanner, "Algorithm").orElse("");
        boolean method = name.equals("CanonicalizationMethod");
        written += method || name.equals("Reference") ? 1 : 0;
        exclusively +=
            (method || name.equals("Transform"))
                    && (algorithm.startsWith(EXCLUSIVE) || algorithm.endsWith(TOKEN_REFERENCE))
                ? 1
                : 0;
      }
    }
    return exclusively < written;
  }

  private static Optional<String> attribute(XmlScanner tag, String name) {
    for (int i = 0; i < tag.attributeCount(); i++) {
      StartTag.Attribute a = tag.attribute(i);
      if (!a.declaration && tag.text(a.localStart, a.end).equals(name)) {
        return Optional.of(ResolvedText.attribute(tag.bytes(), a.valueStart, a.valueEnd));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the header blocks under a signature that no handler has processed, so it may still be
   * verified.
   */
  static Set<HeaderRef> signed(EnvelopeLayout layout, Set<HeaderRef> processed) {
    Set<String> ids = new HashSet<>();
    for (EnvelopeLayout.Block block : layout.blocks()) {
      if (!processed.contains(block.ref())) {
        XmlScanner scanner = layout.scanner(block);
        for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
          if ((token == Token.START || token == Token.EMPTY)
              && scanner.isNamed(NAMESPACE, "Reference")) {
            ids.add(attribute(scanner, "URI").orElse(""));
          }
        }
      }
    }
    Set<HeaderRef> signed = new HashSet<>();
    for (EnvelopeLayout.Block block : layout.blocks()) {
      XmlScanner scanner = layout.scanner(block);
      scanner.next();
      if (ids.contains("") // all of the message
          || Stream.of("Id", "ID", "id")
              .flatMap(name -> attribute(scanner, name).stream())
              .anyMatch(id -> ids.contains("#" + id))) {
        signed.add(block.ref());
      }
    }
    return signed;
  }

  private static String name(EnvelopeLayout layout, Tag tag) {
    return new String(
        layout.bytes(), tag.nameStart(), tag.nameEnd() - tag.nameStart(), StandardCharsets.UTF_8);
  }

  private static MalformedMessageException refused(String what) {
    return new MalformedMessageException(
        "the handler signed, and "
            + what
            + "; the signature would not verify in the merged message: a handler that signs may"
            + " only add namespace declarations to SOAP's own elements");
  }
}
