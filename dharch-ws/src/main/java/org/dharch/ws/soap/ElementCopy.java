package org.dharch.ws.soap;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/**
 * Copies one element into a self-contained text. The copy declares each surrounding prefix that
 * occurs in a name or seems to occur in a text or attribute value. Not thread-safe.
 */
final class ElementCopy {
  private final XMLStreamReader reader;
  private final Map<String, String> around;
  private final Map<String, String> used = new LinkedHashMap<>();
  private final NamespaceStack inner = new NamespaceStack();
  private final ElementWriter writer = new ElementWriter();
  private final StringBuilder text = new StringBuilder();
  private int nameEnd;

  /**
   * @param around the declarations in scope around the element
   */
  ElementCopy(XMLStreamReader reader, Map<String, String> around) {
    this.reader = reader;
    this.around = around;
    String byDefault = around.getOrDefault(XMLConstants.DEFAULT_NS_PREFIX, "");
    if (!byDefault.isEmpty()) {
      // an unprefixed name may occur anywhere and looks like any other word
      used.put(XMLConstants.DEFAULT_NS_PREFIX, byDefault);
    }
  }

  /**
   * Starts the copy at the reader's current start tag.
   *
   * @param more an attribute to add or to override
   */
  void begin(Optional<QName> more, String value) {
    QName name = elementName();
    nameEnd = 1 + lexical(name).length();
    start(more);
    if (inner.declares(
        XMLConstants.DEFAULT_NS_PREFIX)) { // surrounding declarations have no effect inside
      used.remove(XMLConstants.DEFAULT_NS_PREFIX);
    }
    more.ifPresent(attribute -> writer.attribute(unused(attribute), value));
  }

  /** Copies the reader's current event. */
  void event(int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> {
        writeText();
        start(Optional.empty());
      }
      case XMLStreamConstants.END_ELEMENT -> {
        writeText();
        writer.end();
        inner.pop();
      }
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          text.append(reader.getText());
      default -> {
        // comments and processing instructions are dropped
      }
    }
  }

  /**
   * Writes the collected text. The parser may split a text, and pieces would be escaped
   * differently.
   */
  private void writeText() {
    if (!text.isEmpty()) {
      content(text.toString());
      writer.text(text.toString());
      text.setLength(0);
    }
  }

  private void start(Optional<QName> without) {
    QName name = elementName();
    writer.startAsIs(name);
    inner.push();
    for (int i = 0; i < reader.getNamespaceCount(); i++) {
      String prefix = orEmpty(reader.getNamespacePrefix(i));
      String uri = orEmpty(reader.getNamespaceURI(i));
      inner.declare(prefix, uri);
      writer.declare(prefix, uri);
    }
    name(name);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      QName attribute =
          new QName(
              orEmpty(reader.getAttributeNamespace(i)),
              reader.getAttributeLocalName(i),
              orEmpty(reader.getAttributePrefix(i)));
      if (without.isEmpty() || !without.get().equals(attribute)) {
        attribute(attribute, reader.getAttributeValue(i));
      }
    }
  }

  private void attribute(QName name, String value) {
    if (!name.getPrefix().isEmpty()) {
      name(name);
    }
    content(value);
    writer.attributeAsIs(name, value);
  }

  private void name(QName name) {
    String prefix = name.getPrefix();
    if (!prefix.equals(XMLConstants.XML_NS_PREFIX) && !inner.declares(prefix)) {
      used.put(prefix, name.getNamespaceURI());
    }
  }

  private void content(String content) {
    if (content.indexOf(':') >= 0) {
      around.forEach(
          (prefix, uri) -> {
            if (!prefix.isEmpty() && names(content, prefix) && !inner.declares(prefix)) {
              used.put(prefix, uri);
            }
          });
    }
  }

  /** Whether a prefixed name with that prefix seems to occur in the text. */
  private static boolean names(String content, String prefix) {
    String begin = prefix + ":";
    for (int at = content.indexOf(begin); at >= 0; at = content.indexOf(begin, at + 1)) {
      if (at == 0 || !Character.isUnicodeIdentifierPart(content.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the name with an unused prefix. */
  private QName unused(QName name) {
    String prefix = name.getPrefix();
    while (around.containsKey(prefix) || inner.declares(prefix)) {
      prefix = prefix + "_";
    }
    return new QName(name.getNamespaceURI(), name.getLocalPart(), prefix);
  }

  private QName elementName() {
    return new QName(
        orEmpty(reader.getNamespaceURI()), reader.getLocalName(), orEmpty(reader.getPrefix()));
  }

  private static String lexical(QName name) {
    return name.getPrefix().isEmpty()
        ? name.getLocalPart()
        : name.getPrefix() + ":" + name.getLocalPart();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public String toString() {
    StringBuilder whole = new StringBuilder(writer.toString());
    StringBuilder declarations = new StringBuilder();
    used.forEach(
        (prefix, uri) ->
            declarations
                .append(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"")
                .append(uri.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"))
                .append('"'));
    return whole.insert(nameEnd, declarations).toString();
  }
}
