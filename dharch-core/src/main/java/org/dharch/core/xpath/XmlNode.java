package org.dharch.core.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node of an {@link XmlTree}, by the data model of XPath 1.0, section 5. */
final class XmlNode implements Comparable<XmlNode> {
  enum Kind {
    ROOT,
    ELEMENT,
    ATTRIBUTE,
    NAMESPACE,
    TEXT,
    COMMENT,
    INSTRUCTION
  }

  final Kind kind;
  final XmlNode parent;

  /** Empty if it has none. */
  final String namespace;

  /**
   * Without prefix; of a namespace node its prefix, of an instruction its target; empty if it has
   * none.
   */
  final String name;

  final String qualifiedName;

  /** Null for the root and elements. */
  final String text;

  XmlNode firstChild;
  XmlNode lastChild;
  XmlNode previous;
  XmlNode next;
  List<XmlNode> attributes = List.of();

  /** The declarations of this element itself. */
  Map<String, String> declared = Map.of();

  /**
   * The position in document order; {@link #minor} is the position among an element's namespaces.
   */
  private final int order;

  private final int minor;
  private List<XmlNode> namespaces;

  XmlNode(Kind kind, XmlNode parent, int order, String namespace, String qualified, String text) {
    this(kind, parent, order, 0, namespace, qualified, text);
  }

  private XmlNode(
      Kind kind,
      XmlNode parent,
      int order,
      int minor,
      String namespace,
      String qualified,
      String text) {
    this.kind = kind;
    this.parent = parent;
    this.order = order;
    this.minor = minor;
    this.namespace = namespace;
    this.qualifiedName = qualified;
    this.name = qualified.substring(qualified.indexOf(':') + 1);
    this.text = text;
  }

  void append(XmlNode child) {
    child.previous = lastChild;
    if (lastChild == null) {
      firstChild = child;
    } else {
      lastChild.next = child;
    }
    lastChild = child;
  }

  /** Returns the namespaces in scope of this element. */
  List<XmlNode> namespaces(EvaluationBudget budget) {
    if (namespaces == null) {
      Map<String, String> inScope = new TreeMap<>();
      inScope.put("xml", "http://www.w3.org/XML/1998/namespace");
      for (XmlNode node = this; node != null; node = node.parent) {
        budget.spend(1L + node.declared.size());
        node.declared.forEach(inScope::putIfAbsent);
      }
      namespaces = new ArrayList<>();
      inScope.forEach(
          (prefix, uri) -> {
            if (!uri.isEmpty()) {
              int place = namespaces.size() + 1;
              namespaces.add(new XmlNode(Kind.NAMESPACE, this, order, place, "", prefix, uri));
            }
          });
    }
    return namespaces;
  }

  String value(EvaluationBudget budget) {
    if (text != null) {
      budget.read(text);
      return text;
    }
    StringBuilder all = new StringBuilder();
    XmlNode node = firstChild;
    while (node != null) {
      budget.spend(1);
      if (node.kind == Kind.TEXT) {
        budget.read(node.text);
        all.append(node.text);
      }
      node = node.following(this);
    }
    return all.toString();
  }

  /** Returns the next node below {@code top} in document order; null if there is none. */
  XmlNode following(XmlNode top) {
    if (firstChild != null) {
      return firstChild;
    }
    XmlNode node = this;
    while (!node.equals(top) && node.next == null) {
      node = node.parent;
    }
    return node.equals(top) ? null : node.next;
  }

  @Override
  public int compareTo(XmlNode other) {
    int major = Integer.compare(order, other.order);
    return major != 0 ? major : Integer.compare(minor, other.minor);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
