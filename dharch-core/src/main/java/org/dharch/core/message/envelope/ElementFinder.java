package org.dharch.core.message.envelope;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Part;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Finds elements inside a body by their paths, all in one pass that ends with the last of them.
 * Names are made only for children of elements that are on some path.
 */
final class ElementFinder {
  /**
   * Position of an element.
   *
   * @param depthAbove how many elements are open around it, including the envelope
   * @param scope the namespaces in scope there
   */
  record Place(int start, int end, int depthAbove, NamespaceScope scope) {}

  private static final class Node {
    final Map<Part.Step, Node> children = new HashMap<>();
    Part.Element target;
  }

  private record Level(Node node, Map<QName, Integer> seen) {}

  private ElementFinder() {}

  /** The places of those elements that are there; no path may lead into another one's element. */
  static Map<Part.Element, Place> find(EnvelopeLayout layout, Set<Part.Element> elements) {
    Map<Part.Element, Place> places = new HashMap<>();
    if (layout.body().empty()) {
      return places;
    }
    Deque<Level> levels = new ArrayDeque<>();
    levels.push(new Level(tree(elements), new HashMap<>()));
    XmlScanner scanner = layout.bodyScanner();
    while (places.size() < elements.size()) {
      Token token = scanner.next();
      if (token == Token.START || token == Token.EMPTY) {
        int depthOfParent = scanner.depth() - (token == Token.START ? 1 : 0);
        if (depthOfParent != levels.size()) {
          continue;
        }
        Level parent = levels.element();
        QName name = scanner.name();
        int occurrence = parent.seen.merge(name, 1, Integer::sum) - 1;
        Node node = parent.node.children.get(new Part.Step(name, occurrence));
        if (node == null) {
          continue;
        }
        if (node.target != null) {
          places.put(node.target, place(scanner, token));
        } else if (token == Token.START) {
          levels.push(new Level(node, new HashMap<>()));
        }
      } else if (token == Token.END) {
        if (scanner.depth() == 0) {
          return places;
        }
        if (scanner.depth() < levels.size()) {
          levels.pop();
        }
      }
    }
    return places;
  }

  private static Place place(XmlScanner scanner, Token token) {
    int start = scanner.start();
    NamespaceScope around = scanner.scope().copy(scanner.scopeAround());
    int depth = scanner.depth() - (token == Token.START ? 1 : 0);
    if (token == Token.START) {
      while (scanner.next() != Token.END || scanner.depth() > depth) {
        // inside the element
      }
    }
    return new Place(start, scanner.end(), depth + 1, around);
  }

  private static Node tree(Set<Part.Element> elements) {
    Node root = new Node();
    for (Part.Element element : elements) {
      Node node = root;
      for (Part.Step step : element.path()) {
        node = node.children.computeIfAbsent(step, s -> new Node());
      }
      node.target = element;
    }
    return root;
  }
}
