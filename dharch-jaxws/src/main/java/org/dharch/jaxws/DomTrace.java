package org.dharch.jaxws;

import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * A snapshot of a tree: its nodes by identity, and their texts. Equal traces mean that nothing has
 * changed; traces of an unchanged tree may differ.
 */
final class DomTrace {
  private final List<Node> nodes = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  private DomTrace() {}

  static DomTrace of(Element root) {
    DomTrace trace = new DomTrace();
    Node node = root;
    while (true) {
      trace.add(node);
      if (node.getFirstChild() != null) {
        node = node.getFirstChild();
        continue;
      }
      while (node != root && node.getNextSibling() == null) {
        trace.nodes.add(null); // where an element ends
        node = node.getParentNode();
      }
      if (node == root) {
        return trace;
      }
      node = node.getNextSibling();
    }
  }

  private void add(Node node) {
    nodes.add(node);
    if (node.getNodeType() != Node.ELEMENT_NODE) {
      texts.add(node.getNodeValue());
      return;
    }
    texts.add(node.getNodeName());
    texts.add(node.getNamespaceURI());
    NamedNodeMap attributes = node.getAttributes();
    texts.add(String.valueOf(attributes.getLength()));
    for (int i = 0; i < attributes.getLength(); i++) {
      Node attribute = attributes.item(i);
      texts.add(attribute.getNodeName());
      texts.add(attribute.getNamespaceURI());
      texts.add(attribute.getNodeValue());
    }
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof DomTrace that) || nodes.size() != that.nodes.size()) {
      return false;
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) != that.nodes.get(i)) { // the very same node, not an equal one
        return false;
      }
    }
    return texts.equals(that.texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }
}
