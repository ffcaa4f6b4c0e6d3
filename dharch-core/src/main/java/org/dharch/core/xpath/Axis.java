package org.dharch.core.xpath;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** An axis of XPath 1.0, section 2.2. */
enum Axis {
  ANCESTOR,
  ANCESTOR_OR_SELF,
  ATTRIBUTE,
  CHILD,
  DESCENDANT,
  DESCENDANT_OR_SELF,
  FOLLOWING,
  FOLLOWING_SIBLING,
  NAMESPACE,
  PARENT,
  PRECEDING,
  PRECEDING_SIBLING,
  SELF;

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Axis> named(String text) {
    return Arrays.stream(values()).filter(axis -> axis.text().equals(text)).findFirst();
  }

  /** Whether it is in reverse document order. */
  boolean isReverse() {
    return switch (this) {
      case ANCESTOR, ANCESTOR_OR_SELF, PRECEDING, PRECEDING_SIBLING -> true;
      default -> false;
    };
  }

  /** The node type of name tests on this axis. */
  XmlNode.Kind principal() {
    return switch (this) {
      case ATTRIBUTE -> XmlNode.Kind.ATTRIBUTE;
      case NAMESPACE -> XmlNode.Kind.NAMESPACE;
      default -> XmlNode.Kind.ELEMENT;
    };
  }

  /** Passes the nodes on this axis from {@code node} to {@code to}, in order; each costs budget. */
  void walk(XmlNode node, EvaluationBudget budget, Consumer<XmlNode> to) {
    Consumer<XmlNode> paid =
        each -> {
          budget.spend(1);
          to.accept(each);
        };
    switch (this) {
      case SELF -> paid.accept(node);
      case PARENT -> {
        if (node.parent != null) {
          paid.accept(node.parent);
        }
      }
      case ANCESTOR -> ancestors(node.parent, paid);
      case ANCESTOR_OR_SELF -> ancestors(node, paid);
      case ATTRIBUTE -> node.attributes.forEach(paid);
      case NAMESPACE -> {
        if (node.kind == XmlNode.Kind.ELEMENT) {
          node.namespaces(budget).forEach(paid);
        }
      }
      case CHILD -> {
        for (XmlNode child = node.firstChild; child != null; child = child.next) {
          paid.accept(child);
        }
      }
      case DESCENDANT -> below(node, paid);
      case DESCENDANT_OR_SELF -> {
        paid.accept(node);
        below(node, paid);
      }
      case FOLLOWING_SIBLING -> {
        for (XmlNode next = node.next; next != null; next = next.next) {
          paid.accept(next);
        }
      }
      case PRECEDING_SIBLING -> {
        for (XmlNode before = node.previous; before != null; before = before.previous) {
          paid.accept(before);
        }
      }
      case FOLLOWING -> following(node, budget, paid);
      case PRECEDING -> preceding(node, budget, paid);
    }
  }

  private static void ancestors(XmlNode from, Consumer<XmlNode> to) {
    for (XmlNode node = from; node != null; node = node.parent) {
      to.accept(node);
    }
  }

  private static void below(XmlNode top, Consumer<XmlNode> to) {
    XmlNode node = top.firstChild;
    while (node != null) {
      to.accept(node);
      node = node.following(top);
    }
  }

  private static void following(XmlNode node, EvaluationBudget budget, Consumer<XmlNode> to) {
    XmlNode from = node;
    if (isAttributeOrNamespace(node)) { // descendants of its element follow it
      from = node.parent;
      below(from, to);
    }
    for (; from != null; from = from.parent) {
      budget.spend(1);
      for (XmlNode next = from.next; next != null; next = next.next) {
        to.accept(next);
        below(next, to);
      }
    }
  }

  private static void preceding(XmlNode node, EvaluationBudget budget, Consumer<XmlNode> to) {
    XmlNode from = isAttributeOrNamespace(node) ? node.parent : node;
    for (; from != null; from = from.parent) {
      for (XmlNode before = from.previous; before != null; before = before.previous) {
        Deque<XmlNode> all = new ArrayDeque<>();
        all.push(before);
        below(
            before,
            each -> {
              budget.spend(1);
              all.push(each);
            });
        all.forEach(to);
      }
    }
  }

  private static boolean isAttributeOrNamespace(XmlNode node) {
    return node.kind == XmlNode.Kind.ATTRIBUTE || node.kind == XmlNode.Kind.NAMESPACE;
  }
}
