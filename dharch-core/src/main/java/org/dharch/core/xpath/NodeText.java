package org.dharch.core.xpath;

import java.util.ArrayList;
import java.util.List;

/**
 * Formats nodes as self-contained XML: an element with every namespace in scope, other nodes as
 * their string-value. Omits comments and processing instructions inside elements. Not thread-safe.
 */
final class NodeText {
  private final EvaluationBudget budget;
  private final int most;
  private int written;

  /**
   * @param most the maximum number of characters
   */
  NodeText(EvaluationBudget budget, int most) {
    this.budget = budget;
    this.most = most;
  }

  /** Each node of a set, or the single text of another value. */
  List<String> of(Object value) {
    List<String> all = new ArrayList<>();
    if (value instanceof Values.NodeSet set) {
      for (XmlNode node : set.nodes()) {
        all.add(of(node));
      }
    } else {
      StringBuilder out = new StringBuilder();
      escaped(Values.text(value, budget), out);
      all.add(out.toString());
    }
    return all;
  }

  private String of(XmlNode node) {
    StringBuilder out = new StringBuilder();
    XmlNode element = node.kind == XmlNode.Kind.ROOT ? documentElement(node) : node;
    if (element.kind == XmlNode.Kind.ELEMENT) {
      element(element, out);
    } else {
      escaped(element.value(budget), out);
    }
    return out.toString();
  }

  static XmlNode documentElement(XmlNode root) {
    XmlNode child = root.firstChild;
    while (child.kind != XmlNode.Kind.ELEMENT) {
      child = child.next;
    }
    return child;
  }

  /** Without recursion, because a tree may be as deep as its reader allows. */
  private void element(XmlNode top, StringBuilder out) {
    XmlNode node = top;
    while (true) {
      begin(node, node.equals(top), out);
      if (node.firstChild != null) {
        node = node.firstChild;
        continue;
      }
      while (!node.equals(top) && node.next == null) {
        node = node.parent;
        end(node, out);
      }
      if (node.equals(top)) {
        return;
      }
      node = node.next;
    }
  }

  private void begin(XmlNode node, boolean isTop, StringBuilder out) {
    budget.spend(1);
    if (node.kind == XmlNode.Kind.TEXT) {
      escaped(node.value(budget), out);
    } else if (node.kind == XmlNode.Kind.ELEMENT) {
      put("<" + node.qualifiedName, out);
      if (isTop) {
        for (XmlNode each : node.namespaces(budget)) {
          if (!each.qualifiedName.equals("xml")) {
            declare(each.qualifiedName, each.text, out);
          }
        }
      } else {
        node.declared.forEach((prefix, uri) -> declare(prefix, uri, out));
      }
      for (XmlNode attribute : node.attributes) {
        put(" " + attribute.qualifiedName + "=\"", out);
        escaped(attribute.value(budget), out);
        put("\"", out);
      }
      put(node.firstChild == null ? "/>" : ">", out);
    }
  }

  private void declare(String prefix, String uri, StringBuilder out) {
    put(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"", out);
    escaped(uri, out);
    put("\"", out);
  }

  private void end(XmlNode node, StringBuilder out) {
    put("</" + node.qualifiedName + ">", out);
  }

  private void put(String text, StringBuilder out) {
    written += text.length();
    if (written > most) {
      throw new EvaluationBudget.ExceededException(
          "the selected text must have at most " + most + " characters");
    }
    out.append(text);
  }

  private void escaped(String text, StringBuilder out) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\r', '\n', '\t' -> escaped.append("&#").append((int) c).append(';');
        default -> escaped.append(c);
      }
    }
    put(escaped.toString(), out);
  }
}
