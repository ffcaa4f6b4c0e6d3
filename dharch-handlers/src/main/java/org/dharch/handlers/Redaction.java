package org.dharch.handlers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An envelope as text without the parts that are to be left out, and no more of it than is wanted.
 * What is left of such a part is its empty element. Comments and instructions are left out, too.
 * Immutable.
 *
 * @param leftOut which parts
 * @param maxChars how much is wanted
 */
record Redaction(List<PartPath> leftOut, int maxChars) {
  /** In the place of what a part held. */
  static final String LEFT_OUT = "…";

  Redaction {
    leftOut = List.copyOf(leftOut);
  }

  /** The text, which ends in the middle, with {@value #LEFT_OUT}, if there is more of it. */
  String of(byte[] envelope) throws XMLStreamException {
    StringBuilder out = new StringBuilder(Math.min(maxChars, envelope.length) + 64);
    XMLStreamReader in = SafeReader.of(envelope);
    List<QName> path = new ArrayList<>(); // from the envelope down
    while (in.hasNext() && out.length() <= maxChars) {
      switch (in.next()) {
        case XMLStreamReader.START_ELEMENT -> {
          path.add(in.getName());
          start(in, out);
          if (isLeftOut(path)) {
            out.append(LEFT_OUT);
            skip(in);
            end(in, out);
            path.remove(path.size() - 1);
          }
        }
        case XMLStreamReader.END_ELEMENT -> {
          end(in, out);
          path.remove(path.size() - 1);
        }
        case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA, XMLStreamReader.SPACE ->
            text(in, out);
        default -> {
          // nothing that is a part
        }
      }
    }
    if (out.length() > maxChars) {
      out.setLength(maxChars);
      out.append(LEFT_OUT);
    }
    return out.toString();
  }

  private boolean isLeftOut(List<QName> path) {
    if (path.size() < 2 || leftOut.isEmpty()) {
      return false;
    }
    String root =
        switch (path.get(1).getLocalPart()) {
          case "Header" -> "header";
          case "Body" -> "body";
          default -> "";
        };
    List<QName> below = Collections.unmodifiableList(path.subList(2, path.size()));
    return leftOut.stream().anyMatch(each -> each.leadsTo(root, below));
  }

  /** To the end tag of the element whose start tag was read last. */
  private static void skip(XMLStreamReader in) throws XMLStreamException {
    for (int depth = 1; depth > 0; ) {
      int event = in.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamReader.END_ELEMENT) {
        depth--;
      }
    }
  }

  private void start(XMLStreamReader in, StringBuilder out) {
    out.append('<').append(name(in.getPrefix(), in.getLocalName()));
    for (int i = 0; i < in.getNamespaceCount() && out.length() <= maxChars; i++) {
      String prefix = in.getNamespacePrefix(i);
      String uri = in.getNamespaceURI(i);
      attribute(prefix == null ? "xmlns" : "xmlns:" + prefix, uri == null ? "" : uri, out);
    }
    for (int i = 0; i < in.getAttributeCount() && out.length() <= maxChars; i++) {
      String name = name(in.getAttributePrefix(i), in.getAttributeLocalName(i));
      attribute(name, in.getAttributeValue(i), out);
    }
    out.append('>');
  }

  private void attribute(String name, String value, StringBuilder out) {
    out.append(' ').append(name).append("=\"");
    escape(value.toCharArray(), 0, value.length(), out);
    out.append('"');
  }

  private static void end(XMLStreamReader in, StringBuilder out) {
    out.append("</").append(name(in.getPrefix(), in.getLocalName())).append('>');
  }

  private void text(XMLStreamReader in, StringBuilder out) {
    escape(in.getTextCharacters(), in.getTextStart(), in.getTextLength(), out);
  }

  private void escape(char[] chars, int from, int length, StringBuilder out) {
    int end = from + Math.min(length, maxChars + 1 - Math.min(out.length(), maxChars));
    for (int i = from; i < end; i++) {
      switch (chars[i]) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        default -> out.append(chars[i]);
      }
    }
  }

  private static String name(String prefix, String local) {
    return prefix == null || prefix.isEmpty() ? local : prefix + ':' + local;
  }
}
