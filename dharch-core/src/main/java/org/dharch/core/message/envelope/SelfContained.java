package org.dharch.core.message.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Extracts elements from an envelope so that they keep their meaning in another place. Declares on
 * the element every namespace that was in scope and is not declared the same in the new place, used
 * or not: text may use a prefix, as in {@code xsi:type="xsd:int"}, and no parser can see that.
 */
final class SelfContained {
  private SelfContained() {}

  /** Returns the declarations that an element needs when it moves from one scope to the other. */
  static Map<String, String> missing(
      NamespaceScope from, int fromCount, NamespaceScope to, int toCount) {
    Map<String, String> missing = new LinkedHashMap<>();
    Map<String, String> there = to.bindings(toCount);
    from.bindings(fromCount)
        .forEach(
            (prefix, uri) -> {
              if (!uri.equals(there.get(prefix))) {
                missing.put(prefix, uri);
              }
            });
    return missing;
  }

  /**
   * The bytes of content with {@code missing} declared on each of its outermost elements.
   *
   * @throws MalformedMessageException if they are more than a payload may have
   */
  static byte[] content(
      byte[] bytes,
      int from,
      int to,
      NamespaceScope around,
      Map<String, String> missing,
      Limits limits) {
    if (missing.isEmpty()) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from + 256);
    XmlScanner scanner = new XmlScanner("envelope", bytes, from, to, around.copy(), 0, limits);
    int written = from;
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      boolean outermost =
          token == Token.EMPTY
              ? scanner.depth() == 0
              : token == Token.START && scanner.depth() == 1;
      if (outermost) {
        out.write(bytes, written, scanner.nameEnd() - written);
        written = scanner.nameEnd();
        out.writeBytes(declarations(scanner, missing));
        if (out.size() > limits.maxPayloadBytes()) {
          throw scanner.error(
              scanner.start(),
              "with the namespaces that are declared around it more than maxPayloadBytes="
                  + limits.maxPayloadBytes());
        }
      }
    }
    out.write(bytes, written, to - written);
    return out.toByteArray();
  }

  /**
   * Returns the bytes of the element whose start tag was read, with {@code missing} declared on it.
   */
  static byte[] first(XmlScanner scanner, byte[] bytes, Map<String, String> missing) {
    byte[] declarations = declarations(scanner, missing);
    int at = scanner.nameEnd();
    byte[] result = new byte[bytes.length + declarations.length];
    System.arraycopy(bytes, 0, result, 0, at);
    System.arraycopy(declarations, 0, result, at, declarations.length);
    System.arraycopy(bytes, at, result, at + declarations.length, bytes.length - at);
    return result;
  }

  private static byte[] declarations(XmlScanner scanner, Map<String, String> missing) {
    Set<String> own = new HashSet<>();
    for (int i = 0; i < scanner.attributeCount(); i++) {
      Attribute a = scanner.attribute(i);
      if (a.declaration) {
        own.add(!a.hasPrefix() ? "" : scanner.text(a.localStart, a.end));
      }
    }
    StringBuilder text = new StringBuilder();
    missing.forEach(
        (prefix, uri) -> {
          if (!own.contains(prefix)) {
            text.append(declaration(prefix, uri));
          }
        });
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Formats a declaration for a start tag, with a leading space. */
  static String declaration(String prefix, String uri) {
    return (prefix.isEmpty() ? " xmlns" : " xmlns:") + prefix + "=\"" + escaped(uri) + '"';
  }

  private static String escaped(String uri) {
    return uri.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("\t", "&#9;")
        .replace("\n", "&#10;")
        .replace("\r", "&#13;");
  }
}
