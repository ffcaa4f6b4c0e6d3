package org.dharch.ws.security;

import java.nio.charset.StandardCharsets;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Serializes nodes with their own attributes and declarations, without recursion. Faster than
 * canonical forms. Not thread-safe.
 */
final class NodeWriter {
  private final StringBuilder out = new StringBuilder(1_024);

  void node(Node root) {
    Node node = root;
    while (true) {
      if (open(node)) {
        node = node.getFirstChild();
        continue;
      }
      while (node != root && node.getNextSibling() == null) {
        node = node.getParentNode();
        out.append("</").append(node.getNodeName()).append('>');
      }
      if (node == root) {
        return;
      }
      node = node.getNextSibling();
    }
  }

  byte[] bytes() {
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a node; returns true after the start tag of an element with children. */
  private boolean open(Node node) {
    switch (node.getNodeType()) {
      case Node.ELEMENT_NODE -> {
        start((Element) node);
        if (node.getFirstChild() != null) {
          return true;
        }
        out.append("</").append(node.getNodeName()).append('>');
      }
      case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> text(node.getNodeValue());
      case Node.COMMENT_NODE -> out.append("<!--").append(node.getNodeValue()).append("-->");
      case Node.PROCESSING_INSTRUCTION_NODE ->
          out.append("<?")
              .append(node.getNodeName())
              .append(' ')
              .append(node.getNodeValue())
              .append("?>");
      default -> throw new IllegalArgumentException("a node of type " + node.getNodeType());
    }
    return false;
  }

  private void start(Element element) {
    out.append('<').append(element.getNodeName());
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      out.append(' ').append(attribute.getName()).append("=\"");
      value(attribute.getValue(), out);
      out.append('"');
    }
    out.append('>');
  }

  private void text(String text) {
    int written = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '&' || c == '<' || c == '>' || c == '\r') {
        out.append(text, written, i);
        written = i + 1;
        out.append(c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&#xD;");
      }
    }
    if (written == 0) {
      out.append(text); // faster as a whole
    } else {
      out.append(text, written, text.length());
    }
  }

  /** Writes an escaped attribute value. */
  static void value(String value, StringBuilder target) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> target.append("&amp;");
        case '<' -> target.append("&lt;");
        case '"' -> target.append("&quot;");
        case '\t', '\n', '\r' -> target.append("&#").append((int) c).append(';');
        default -> target.append(c);
      }
    }
  }
}
