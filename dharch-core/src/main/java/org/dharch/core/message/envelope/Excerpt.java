package org.dharch.core.message.envelope;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Builds the excerpt of an envelope for a handler that declares its parts (design, "partial
 * execution"): the envelope without all other parts. Blocks and elements of one name are all kept
 * or all removed, and the ancestors of a kept element keep their tags. Every remaining part
 * therefore has the same name as in the whole envelope, and its changes can be merged there.
 */
final class Excerpt {
  private static final byte[] NOTHING = {};

  private static final class Node {
    final Map<QName, Node> children = new HashMap<>();
    boolean whole;
  }

  private Excerpt() {}

  static byte[] of(
      byte[] envelope, Set<QName> headers, boolean body, Set<List<QName>> paths, Limits limits) {
    EnvelopeLayout layout = EnvelopeScanner.scan(envelope, limits);
    Splice splice = new Splice(envelope);
    for (EnvelopeLayout.Block block : layout.blocks()) {
      if (!headers.contains(block.ref().name())) {
        splice.replace(block.start(), block.end(), NOTHING);
      }
    }
    if (!body && !layout.body().empty()) {
      if (paths.isEmpty()) {
        splice.replace(layout.body().end(), layout.bodyContentEnd(), NOTHING);
      } else {
        cutBody(layout, tree(paths), splice);
      }
    }
    return splice.apply(limits);
  }

  private static Node tree(Set<List<QName>> paths) {
    Node root = new Node();
    for (List<QName> path : paths) {
      Node node = root;
      for (QName name : path) {
        node = node.children.computeIfAbsent(name, n -> new Node());
      }
      node.whole = true;
    }
    return root;
  }

  private static void cutBody(EnvelopeLayout layout, Node root, Splice splice) {
    Deque<Node> around = new ArrayDeque<>();
    around.push(root);
    XmlScanner scanner = layout.bodyScanner();
    while (true) {
      Token token = scanner.next();
      int start = scanner.start();
      if (token == Token.END) {
        around.pop();
        if (around.isEmpty()) {
          return; // the body's own
        }
        continue;
      }
      Node node = null;
      if (token == Token.START || token == Token.EMPTY) {
        node = around.element().children.get(scanner.name());
      }
      if (node != null && !node.whole && token == Token.START) {
        around.push(node);
        continue;
      }
      if (token == Token.START) {
        int outside = scanner.depth() - 1;
        while (scanner.next() != Token.END || scanner.depth() > outside) {
          // to the element's end
        }
      }
      if (node == null) {
        splice.replace(start, scanner.end(), NOTHING);
      }
    }
  }
}
