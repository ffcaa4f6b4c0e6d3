package org.dharch.ws.soap;

import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/** One element as it is read, written again. Not safe for several threads. */
final class ElementCopy {
  private final XMLStreamReader reader;
  private final ElementWriter writer = new ElementWriter();

  ElementCopy(XMLStreamReader reader) {
    this.reader = reader;
  }

  /**
   * The reader stands at the element's start.
   *
   * @param inScope its own declarations and all around it
   */
  void begin(Map<String, String> inScope) {
    writer.startAsIs(name());
    if (!inScope.containsKey("")) {
      writer.declare("", "");
    }
    inScope.forEach(writer::declare);
    attributes();
  }

  /** The reader has come to that. */
  void event(int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> {
        writer.startAsIs(name());
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
          String prefix = reader.getNamespacePrefix(i);
          String uri = reader.getNamespaceURI(i);
          writer.declare(prefix == null ? "" : prefix, uri == null ? "" : uri);
        }
        attributes();
      }
      case XMLStreamConstants.END_ELEMENT -> writer.end();
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          writer.text(reader.getText());
      default -> {
        // comments and instructions say nothing to a receiver
      }
    }
  }

  private QName name() {
    String uri = reader.getNamespaceURI();
    String prefix = reader.getPrefix();
    return new QName(uri == null ? "" : uri, reader.getLocalName(), prefix == null ? "" : prefix);
  }

  private void attributes() {
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      String uri = reader.getAttributeNamespace(i);
      String prefix = reader.getAttributePrefix(i);
      writer.attribute(
          new QName(
              uri == null ? "" : uri,
              reader.getAttributeLocalName(i),
              prefix == null ? "" : prefix),
          reader.getAttributeValue(i));
    }
  }

  @Override
  public String toString() {
    return writer.toString();
  }
}
