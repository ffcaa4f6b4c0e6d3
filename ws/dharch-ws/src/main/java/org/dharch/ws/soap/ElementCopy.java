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
 * occurs, or may occur, in its names, texts and attribute values. Not thread-safe.
 */
final class ElementCopy {
  private final XMLStreamReader reader;
  private final Map<String, String> outer;
  private final Map<String, String> used = new LinkedHashMap<>();
  private final NamespaceStack inner = new NamespaceStack();
  private final ElementWriter writer = new ElementWriter();
  private final StringBuilder text = new StringBuilder();
  private int nameEnd;

  ElementCopy(XMLStreamReader reader, Map<String, String> outer) {
    this.reader = reader;
    this.outer = outer;
    String defaultNamespace = outer.getOrDefault(XMLConstants.DEFAULT_NS_PREFIX, "");
    if (!defaultNamespace
        .isEmpty()) { // an unprefixed name may occur anywhere and looks like any other word
      used.put(XMLConstants.DEFAULT_NS_PREFIX, defaultNamespace);
    }
  }

  /**
   * Starts the copy at the reader's current start tag.
   *
   * @param extra an attribute to add or to override
   */
  void begin(Optional<QName> extra, String value) {
    QName name = elementName();
    nameEnd = 1 + lexical(name).length();
    start(extra);
    if (inner.declares(XMLConstants.DEFAULT_NS_PREFIX)) { // the outer declaration has no effect
      used.remove(XMLConstants.DEFAULT_NS_PREFIX);
    }
    extra.ifPresent(attribute -> writer.attribute(withUnusedPrefix(attribute), value));
  }

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
      case XMLStreamConstants.COMMENT -> {
        writeText();
        writer.xml("<!--" + reader.getText() + "-->");
      }
      default -> {} // processing instructions are for another application
    }
  }

  /** Writes the collected text as one, because the parser may split it. */
  private void writeText() {
    if (!text.isEmpty()) {
      noteContent(text.toString());
      writer.text(text.toString());
      text.setLength(0);
    }
  }

  private void start(Optional<QName> overridden) {
    QName name = elementName();
    writer.startUndeclared(name);
    inner.push();
    for (int i = 0; i < reader.getNamespaceCount(); i++) {
      String prefix = orEmpty(reader.getNamespacePrefix(i));
      String uri = orEmpty(reader.getNamespaceURI(i));
      inner.declare(prefix, uri);
      writer.declare(prefix, uri);
    }
    noteName(name);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      QName attribute =
          new QName(
              orEmpty(reader.getAttributeNamespace(i)),
              reader.getAttributeLocalName(i),
              orEmpty(reader.getAttributePrefix(i)));
      if (overridden.isEmpty() || !overridden.get().equals(attribute)) {
        attribute(attribute, reader.getAttributeValue(i));
      }
    }
  }

  private void attribute(QName name, String value) {
    if (!name.getPrefix().isEmpty()) {
      noteName(name);
    }
    noteContent(value);
    writer.attributeUndeclared(name, value);
  }

  private void noteName(QName name) {
    String prefix = name.getPrefix();
    if (!prefix.equals(XMLConstants.XML_NS_PREFIX) && !inner.declares(prefix)) {
      used.put(prefix, name.getNamespaceURI());
    }
  }

  private void noteContent(String content) {
    if (content.indexOf(':') >= 0) {
      outer.forEach(
          (prefix, uri) -> {
            if (!prefix.isEmpty() && mayContainName(content, prefix) && !inner.declares(prefix)) {
              used.put(prefix, uri);
            }
          });
    }
  }

  /** Returns true if a name with that prefix may occur in the text. */
  private static boolean mayContainName(String content, String prefix) {
    String begin = prefix + ":";
    for (int at = content.indexOf(begin); at >= 0; at = content.indexOf(begin, at + 1)) {
      if (at == 0 || !Character.isUnicodeIdentifierPart(content.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }

  private QName withUnusedPrefix(QName name) {
    String prefix = name.getPrefix();
    while (outer.containsKey(prefix) || inner.declares(prefix)) {
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
