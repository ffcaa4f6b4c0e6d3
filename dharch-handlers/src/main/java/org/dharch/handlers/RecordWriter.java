package org.dharch.handlers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;

/** Writes an element with one child for each record. Not thread-safe. */
final class RecordWriter {
  private final QName record;
  private final BoundedOutput out;
  private String name = "";

  RecordWriter(QName record, int maxBytes) {
    this.record = record;
    this.out = new BoundedOutput(maxBytes);
  }

  /** Copies the start tag at {@code in}, except the attribute {@code omitted}. */
  void begin(XMLStreamReader in, String omitted) {
    name = prefixed(in.getPrefix(), in.getLocalName());
    StringBuilder head = new StringBuilder().append('<').append(name);
    for (int i = 0; i < in.getNamespaceCount(); i++) {
      String prefix = in.getNamespacePrefix(i);
      String uri = in.getNamespaceURI(i);
      attribute(head, prefix == null ? "xmlns" : "xmlns:" + prefix, uri == null ? "" : uri);
    }
    for (int i = 0; i < in.getAttributeCount(); i++) {
      boolean isPlain = in.getAttributePrefix(i) == null || in.getAttributePrefix(i).isEmpty();
      if (!isPlain || !in.getAttributeLocalName(i).equals(omitted)) {
        attribute(
            head,
            prefixed(in.getAttributePrefix(i), in.getAttributeLocalName(i)),
            in.getAttributeValue(i));
      }
    }
    write(head.append('>'));
  }

  void write(List<RecordField> fields, List<String> values) {
    StringBuilder text = new StringBuilder("<").append(record.getLocalPart());
    attribute(text, "xmlns", record.getNamespaceURI());
    for (int i = 0; i < fields.size(); i++) {
      attribute(text, fields.get(i).name(), values.get(i));
    }
    write(text.append("/>"));
  }

  byte[] end() {
    write(new StringBuilder("</").append(name).append('>'));
    return out.toByteArray();
  }

  private void write(StringBuilder text) {
    out.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String prefixed(String prefix, String local) {
    return prefix == null || prefix.isEmpty() ? local : prefix + ':' + local;
  }

  private static void attribute(StringBuilder text, String name, String value) {
    text.append(' ').append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '<' -> text.append("&lt;");
        case '&' -> text.append("&amp;");
        case '"' -> text.append("&quot;");
        case '\t' -> text.append("&#9;");
        case '\n' -> text.append("&#10;");
        case '\r' -> text.append("&#13;");
        default -> text.append(requireAllowed(c));
      }
    }
    text.append('"');
  }

  private static char requireAllowed(char c) {
    if (c < ' ' || c >= 0xFFFE) {
      throw new IllegalArgumentException("all characters must be allowed in XML");
    }
    return c;
  }
}
