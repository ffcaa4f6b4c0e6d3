package org.dharch.core.message.envelope;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes.MessageCheck;
import org.dharch.core.message.envelope.Envelopes.MessageCheck.Range;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Finds the changes that a handler made to a whole envelope. Stateless; thread-safe.
 *
 * <p>Compares the meaning of the XML: names with their namespaces, attributes in any order, text,
 * the namespaces of prefixes that text and attribute values use, comments and processing
 * instructions inside header blocks and body. Ignores notation: quotes, prefixes of names, the
 * place of namespace declarations, character references, CDATA, line breaks, empty tags. Does not
 * compare content between header blocks or outside the body.
 *
 * <p>Where the handler added a signature, also compares prefixes and namespace declarations, since
 * a signature covers them. Differences there are carried or rejected.
 *
 * <p>Header blocks, body content, and the attributes of envelope, header and body can change. Any
 * other change is an error. No element may follow the body.
 */
public final class EnvelopeDiff {
  private EnvelopeDiff() {}

  /**
   * Returns the smallest set of parts in which {@code after} differs from {@code before}. New bytes
   * carry the namespace declarations that they need in their place in {@code before}.
   *
   * @return {@link Changes#NONE} if there is no difference
   * @throws MalformedMessageException if {@code after} is not a SOAP envelope of the same version,
   *     exceeds a limit, or has a change that cannot be carried
   */
  public static Changes between(byte[] before, byte[] after, Limits limits) {
    if (Arrays.equals(before, after)) {
      return Changes.NONE;
    }
    EnvelopeLayout old = EnvelopeScanner.scan(before, limits);
    EnvelopeLayout now = EnvelopeScanner.scan(after, limits);
    if (!old.soapUri().equals(now.soapUri())) {
      throw new MalformedMessageException(
          "the envelope's namespace must be " + old.soapUri() + " (got " + now.soapUri() + ")");
    }
    Changes changes = changes(old, now, Likeness.MEANING, limits);
    return Signatures.added(before, after, changes, limits)
        ? changes(old, now, Likeness.CANONICAL, limits)
        : changes;
  }

  private static Changes changes(
      EnvelopeLayout old, EnvelopeLayout now, Likeness likeness, Limits limits) {
    Changes.Builder changes = Changes.builder();
    HeaderDiff.find(old, now, likeness, limits, changes);
    BodyDiff.find(old, now, likeness, limits, changes);
    for (Part.Owner owner : Part.Owner.values()) {
      attributes(owner, old, now, likeness, limits, changes);
    }
    now.checkTail();
    return orNone(changes);
  }

  /**
   * Returns the changes of a handler that only appended header blocks.
   *
   * @param before the number of previous header blocks
   * @param blocks the bytes of the new blocks in order, each with all the namespace declarations
   *     that it needs
   * @throws MalformedMessageException if one is not one element, or a limit is exceeded
   */
  public static Changes addedHeaders(int before, List<byte[]> blocks, Limits limits) {
    MessageCheck.headerBlocks(before + blocks.size(), limits);
    Changes.Builder changes = Changes.builder();
    for (byte[] block : blocks) {
      Range range = MessageCheck.element("new header", block, NamespaceScope.empty(), 2, limits);
      changes.addHeader(Arrays.copyOfRange(block, range.start(), range.end()));
    }
    return orNone(changes);
  }

  /**
   * Checks the bytes of a changed element of the body, which is known to be one element.
   *
   * @param around the namespaces declared around it, by prefix
   * @param depthAbove how many elements are open there
   * @return how many namespaces are declared in it
   * @throws MalformedMessageException if it is not well-formed there, or exceeds a limit
   */
  public static int checkElement(
      byte[] element, Map<String, String> around, int depthAbove, Limits limits) {
    XmlScanner scanner =
        new XmlScanner(
            "changed element",
            element,
            0,
            element.length,
            NamespaceScope.of(around),
            depthAbove,
            limits);
    int declarations = 0;
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      if (token == Token.START || token == Token.EMPTY) {
        for (int i = 0; i < scanner.attributeCount(); i++) {
          declarations += scanner.attribute(i).declaration ? 1 : 0;
        }
      }
    }
    return declarations;
  }

  /**
   * Whether the new content may have an XML signature. Then use {@link #between}, which compares
   * more.
   */
  public static boolean maySign(Changes changes) {
    return Signatures.possible(changes);
  }

  private static Changes orNone(Changes.Builder builder) {
    Changes changes = builder.build();
    return changes.isEmpty() ? Changes.NONE : changes;
  }

  private static void attributes(
      Part.Owner owner,
      EnvelopeLayout old,
      EnvelopeLayout now,
      Likeness likeness,
      Limits limits,
      Changes.Builder changes) {
    Optional<XmlScanner> one = old.tag(owner).map(t -> TagAttributes.read(old, t, limits));
    Optional<XmlScanner> two = now.tag(owner).map(t -> TagAttributes.read(now, t, limits));
    if (one.isPresent() && two.isPresent()) {
      Part.Attributes part = new Part.Attributes(owner);
      Map<String, String> declared =
          new LinkedHashMap<>(
              likeness == Likeness.MEANING ? Map.of() : Signatures.declared(part, old, now));
      NamespaceScope before = one.get().scope();
      NamespaceScope scope = two.get().scope();
      for (String prefix : ContentBindings.values(two.get())) {
        String uri = scope.lookup(prefix, scope.size());
        if (uri != null && !uri.equals(before.lookup(prefix, before.size()))) {
          declared.put(prefix, uri);
        }
      }
      if (!declared.isEmpty() || !InfosetCursor.sameAttributes(one.get(), two.get())) {
        changes.replace(part, TagAttributes.changed(part, old, two.get(), declared));
      }
    } else if (!one.or(() -> two).map(EnvelopeDiff::hasNone).orElse(true)) {
      throw new MalformedMessageException(
          "a soap:"
              + (one.isPresent()
                  ? "Header with attributes was removed"
                  : "Header with" + " attributes was added")
              + "; header blocks can be");
    }
  }

  private static boolean hasNone(XmlScanner tag) {
    for (int i = 0; i < tag.attributeCount(); i++) {
      if (!tag.attribute(i).declaration) {
        return false;
      }
    }
    return true;
  }
}
