package org.dharch.core.message.envelope;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.TextPrefixes;
import org.dharch.core.message.xml.XmlScanner;

/**
 * Canonical text of a header block. Two blocks have the same text if their names, attributes and
 * texts are equal, and the namespaces of the prefixes that these use, regardless of notation and
 * source. Comments, processing instructions and other namespace declarations are ignored. Not
 * thread-safe.
 */
public final class BlockText {
  private final StringBuilder all = new StringBuilder(128);
  private final StringBuilder text = new StringBuilder();

  /** The namespaces of the prefixes in {@link #text}. */
  private final Map<String, String> used = new TreeMap<>();

  /**
   * An element begins.
   *
   * @param attributes values by the names as {@link QName#toString} writes them
   * @param namespaces returns the namespace of a prefix inside the element, or null
   */
  public void start(QName name, Map<String, String> attributes, UnaryOperator<String> namespaces) {
    flush();
    all.append('<').append(name);
    new TreeMap<>(attributes)
        .forEach(
            (attribute, value) -> {
              all.append('A').append(attribute);
              append('=', value);
              use(TextPrefixes.ofAttribute(attribute, value), namespaces);
              appendUsed();
            });
  }

  /**
   * More text.
   *
   * @param namespaces returns the namespace of a prefix, or null
   */
  public void text(CharSequence more, UnaryOperator<String> namespaces) {
    text.append(more);
    use(TextPrefixes.ofText(more), namespaces);
  }

  private void use(Set<String> prefixes, UnaryOperator<String> namespaces) {
    for (String prefix : prefixes) {
      String namespace = namespaces.apply(prefix);
      if (namespace != null) {
        used.put(prefix, namespace);
      }
    }
  }

  private void appendUsed() {
    used.forEach(
        (prefix, namespace) -> {
          append('N', prefix);
          append('=', namespace);
        });
    used.clear();
  }

  /** The element that began last ends. */
  public void end() {
    flush();
    all.append('/');
  }

  /** All of it. */
  @Override
  public String toString() {
    return all.toString();
  }

  private void flush() {
    if (text.length() > 0) {
      append('T', text);
      text.setLength(0);
      appendUsed();
    }
  }

  private void append(char kind, CharSequence value) {
    all.append(kind).append(value.length()).append(' ').append(value);
  }

  /** Of the one element that {@code scanner} reads. */
  static String of(XmlScanner scanner) {
    BlockText block = new BlockText();
    InfosetCursor cursor = new InfosetCursor(scanner);
    NamespaceScope scope = scanner.scope();
    Deque<Integer> sizes = new ArrayDeque<>();
    for (InfosetCursor.XmlEvent event = cursor.next();
        event != InfosetCursor.XmlEvent.EOF;
        event = cursor.next()) {
      switch (event) {
        case START -> {
          sizes.push(scope.size());
          block.start(
              scanner.name(), attributes(scanner), prefix -> scope.lookup(prefix, sizes.peek()));
        }
        case TEXT ->
            block.text(
                ResolvedText.run(scanner.bytes(), cursor.start(), cursor.end()),
                prefix -> scope.lookup(prefix, sizes.peek()));
        case END -> {
          sizes.pop();
          block.end();
        }
        default -> {
          // not part of the text
        }
      }
    }
    return block.toString();
  }

  private static Map<String, String> attributes(XmlScanner scanner) {
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < scanner.attributeCount(); i++) {
      Attribute a = scanner.attribute(i);
      if (!a.declaration) {
        attributes.put(
            new QName(a.uri, scanner.text(a.localStart, a.end)).toString(),
            ResolvedText.attribute(scanner.bytes(), a.valueStart, a.valueEnd));
      }
    }
    return attributes;
  }
}
