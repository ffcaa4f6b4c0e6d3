package org.dharch.core.message.envelope;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;

/**
 * Canonical text of a header block. Two blocks have the same text if their names, attributes and
 * texts are equal, regardless of notation and source. Comments, processing instructions and
 * namespace declarations are ignored. Not thread-safe.
 */
public final class BlockText {
  private final StringBuilder all = new StringBuilder(128);
  private final StringBuilder text = new StringBuilder();

  /**
   * An element begins.
   *
   * @param attributes values by the names as {@link QName#toString} writes them
   */
  public void start(QName name, Map<String, String> attributes) {
    flush();
    all.append('<').append(name);
    new TreeMap<>(attributes)
        .forEach(
            (attribute, value) -> {
              all.append('A').append(attribute);
              append('=', value);
            });
  }

  /** More text. */
  public void text(CharSequence more) {
    text.append(more);
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
    }
  }

  private void append(char kind, CharSequence value) {
    all.append(kind).append(value.length()).append(' ').append(value);
  }

  /** Of the one element that {@code scanner} reads. */
  static String of(XmlScanner scanner) {
    BlockText block = new BlockText();
    InfosetCursor cursor = new InfosetCursor(scanner);
    for (InfosetCursor.XmlEvent event = cursor.next();
        event != InfosetCursor.XmlEvent.EOF;
        event = cursor.next()) {
      switch (event) {
        case START -> block.start(scanner.name(), attributes(scanner));
        case TEXT -> block.text(ResolvedText.run(scanner.bytes(), cursor.start(), cursor.end()));
        case END -> block.end();
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
