package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.dharch.core.message.xml.NamespaceScope;
import org.w3c.dom.Attr;
import org.w3c.dom.Comment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * A small model of XML for random tests: it is edited as a tree, written in one of many ways that
 * mean the same, and compared as one canonical text, which a DOM can be turned into as well.
 */
final class Tree {
  private static final String[] URIS = {"", "urn:a", "urn:b", EnvelopeScanner.SOAP11};
  private static final String[] LOCALS = {"a", "b", "\u00e9t\u00e9", "Header", "Body"};
  private static final String[] TEXTS = {
    "x", " ", "\n", "<", "&", "]]>", "]", "\"", "'", "\u00e4", "\u65e5", "\ud83d\ude00", "\t", ">"
  };

  String uri;
  String local;
  final Map<String, String> attributes = new TreeMap<>(); // {uri}local to value
  final List<Object> children = new ArrayList<>(); // Tree, String, or CommentText

  record CommentText(String text) {}

  Tree(String uri, String local) {
    this.uri = uri;
    this.local = local;
  }

  static Tree random(RandomGenerator r, int depth) {
    Tree tree = new Tree(pick(r, URIS), pick(r, LOCALS));
    tree.randomAttributes(r);
    tree.randomChildren(r, depth);
    return tree;
  }

  void randomAttributes(RandomGenerator r) {
    attributes.clear();
    for (int i = r.nextInt(4) - 1; i > 0; i--) {
      String name = "{" + pick(r, URIS) + "}" + pick(r, LOCALS);
      attributes.put(name, randomText(r));
    }
  }

  void randomChildren(RandomGenerator r, int depth) {
    children.clear();
    for (int i = r.nextInt(depth > 0 ? 5 : 2); i > 0; i--) {
      children.add(randomChild(r, depth));
    }
  }

  static Object randomChild(RandomGenerator r, int depth) {
    int kind = r.nextInt(8);
    return kind == 0
        ? new CommentText("c" + r.nextInt(3))
        : kind < 3 || depth == 0 ? randomText(r) : random(r, depth - 1);
  }

  static String randomText(RandomGenerator r) {
    StringBuilder text = new StringBuilder();
    for (int i = r.nextInt(4); i > 0; i--) {
      text.append(pick(r, TEXTS));
    }
    return text.toString();
  }

  Tree copy() {
    Tree copy = new Tree(uri, local);
    copy.attributes.putAll(attributes);
    for (Object child : children) {
      copy.children.add(child instanceof Tree tree ? tree.copy() : child);
    }
    return copy;
  }

  /** Changes something somewhere. */
  void edit(RandomGenerator r) {
    List<Tree> inner =
        children.stream().filter(Tree.class::isInstance).map(Tree.class::cast).toList();
    if (!inner.isEmpty() && r.nextInt(4) > 0) {
      inner.get(r.nextInt(inner.size())).edit(r);
      return;
    }
    switch (r.nextInt(6)) {
      case 0 -> local = pick(r, LOCALS);
      case 1 -> uri = pick(r, URIS);
      case 2 -> randomAttributes(r);
      case 3 -> children.add(r.nextInt(children.size() + 1), randomChild(r, 2));
      case 4 -> {
        if (!children.isEmpty()) {
          children.remove(r.nextInt(children.size()));
        }
      }
      default -> randomChildren(r, 2);
    }
  }

  String canonical() {
    StringBuilder out = new StringBuilder("<{").append(uri).append("}").append(local);
    attributes.forEach((name, value) -> out.append(' ').append(name).append("=[").append(value));
    out.append(">");
    StringBuilder text = new StringBuilder();
    for (Object child : children) {
      if (child instanceof String s) {
        text.append(s);
        continue;
      }
      out.append(text.isEmpty() ? "" : "[" + text + "]");
      text.setLength(0);
      out.append(child instanceof Tree tree ? tree.canonical() : child.toString());
    }
    return out.append(text.isEmpty() ? "" : "[" + text + "]").append("</>").toString();
  }

  static Tree of(Element element) {
    Tree tree = new Tree(orEmpty(element.getNamespaceURI()), element.getLocalName());
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Attr attr = (Attr) element.getAttributes().item(i);
      if (!NamespaceScope.XMLNS_URI.equals(attr.getNamespaceURI())) {
        String name = "{" + orEmpty(attr.getNamespaceURI()) + "}" + attr.getLocalName();
        tree.attributes.put(name, attr.getValue());
      }
    }
    for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
      if (n instanceof Element e) {
        tree.children.add(of(e));
      } else if (n instanceof Text t) { // CDATA sections too
        tree.children.add(t.getData());
      } else if (n instanceof Comment c) {
        tree.children.add(new CommentText(c.getData()));
      }
    }
    return tree;
  }

  private static String orEmpty(String uri) {
    return uri == null ? "" : uri;
  }

  static String pick(RandomGenerator r, String[] from) {
    return from[r.nextInt(from.length)];
  }
}
