package org.dharch.core.message.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeLayout.Tag;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * The attributes of SOAP's own elements as a part. The element's namespace declarations stay. No
 * declaration is added that would change the meaning of the content: a prefix in scope there keeps
 * its namespace.
 */
final class TagAttributes {
  private TagAttributes() {}

  /** A scanner that has read {@code tag}, for its attributes. */
  static XmlScanner read(EnvelopeLayout layout, Tag tag, Limits limits) {
    // the scope inside the tag will do: its own declarations are read once more, to the same
    XmlScanner scanner =
        new XmlScanner(
            "envelope", layout.bytes(), tag.start(), tag.end(), tag.scope().copy(), 0, limits);
    scanner.next();
    return scanner;
  }

  /**
   * Returns the new bytes of {@code part} in {@code old}: the attributes of {@code now}.
   *
   * @param declare namespaces to declare with them by prefix, needed there or not
   */
  static byte[] changed(
      Part.Attributes part, EnvelopeLayout old, XmlScanner now, Map<String, String> declare) {
    NamespaceScope there = tag(part, old).scope();
    Set<String> declared = new HashSet<>(declare.keySet());
    StringBuilder declarations = new StringBuilder();
    declare.forEach((prefix, uri) -> declarations.append(SelfContained.declaration(prefix, uri)));
    ByteArrayOutputStream attributes = new ByteArrayOutputStream();
    for (int i = 0; i < now.attributeCount(); i++) {
      Attribute a = now.attribute(i);
      if (a.declaration) {
        continue;
      }
      if (a.hasPrefix()) {
        String prefix = now.text(a.start, a.prefixEnd);
        if (!bound(part, there, prefix, a.uri) && declared.add(prefix)) {
          declarations.append(SelfContained.declaration(prefix, a.uri));
        }
      }
      attributes.write(' ');
      attributes.write(now.bytes(), a.start, a.valueEnd + 1 - a.start);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(declarations.toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(attributes.toByteArray());
    return all.toByteArray();
  }

  /** Whether {@code prefix} means {@code uri} there; false if it means nothing. */
  private static boolean bound(Part part, NamespaceScope there, String prefix, String uri) {
    byte[] bytes = prefix.getBytes(StandardCharsets.UTF_8);
    String is = there.lookup(bytes, 0, bytes.length);
    if (is != null && !is.equals(uri)) {
      throw new MalformedMessageException(
          part + ": prefix '" + prefix + "' is already bound to '" + is + "' there");
    }
    return is != null;
  }

  /** Puts {@code attributes} in the place of those of {@code part}. */
  static void replace(
      EnvelopeLayout layout,
      Part.Attributes part,
      byte[] attributes,
      Limits limits,
      Splice splice) {
    Tag tag = tag(part, layout);
    byte[] bytes = layout.bytes();
    ByteArrayOutputStream inside = new ByteArrayOutputStream();
    XmlScanner old = read(layout, tag, limits);
    for (int i = 0; i < old.attributeCount(); i++) {
      Attribute a = old.attribute(i);
      if (a.declaration) {
        inside.write(' ');
        inside.write(bytes, a.start, a.valueEnd + 1 - a.start);
      }
    }
    inside.write(' ');
    inside.writeBytes(attributes);
    check(part, layout, tag, inside.toByteArray(), limits);
    splice.replace(tag.nameEnd(), tag.end() - (tag.empty() ? 2 : 1), inside.toByteArray());
  }

  /** Rejects bytes that are not attributes, or that change a prefix in use inside. */
  private static void check(
      Part.Attributes part, EnvelopeLayout layout, Tag tag, byte[] inside, Limits limits) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(layout.bytes(), tag.start(), tag.nameEnd() - tag.start());
    whole.writeBytes(inside);
    whole.writeBytes(new byte[] {'/', '>'});
    NamespaceScope around =
        part.owner() == Part.Owner.ENVELOPE
            ? NamespaceScope.empty()
            : layout.envelope().scope().copy();
    XmlScanner scanner =
        new XmlScanner(part.toString(), whole.toByteArray(), 0, whole.size(), around, 0, limits);
    if (scanner.next() != Token.EMPTY || scanner.end() != whole.size()) {
      throw new MalformedMessageException(part + ": only attributes may change");
    }
    for (int i = 0; i < scanner.attributeCount(); i++) {
      Attribute a = scanner.attribute(i);
      if (a.declaration) {
        String prefix = a.hasPrefix() ? scanner.text(a.localStart, a.end) : "";
        bound(
            part,
            tag.scope(),
            prefix,
            ResolvedText.attribute(whole.toByteArray(), a.valueStart, a.valueEnd));
      }
    }
  }

  private static Tag tag(Part.Attributes part, EnvelopeLayout layout) {
    Optional<Tag> tag = layout.tag(part.owner());
    return tag.orElseThrow(() -> new MalformedMessageException(part + " is not in the envelope"));
  }
}
