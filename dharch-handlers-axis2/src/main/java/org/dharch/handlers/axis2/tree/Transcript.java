package org.dharch.handlers.axis2.tree;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMText;

/**
 * A record of an element's content, from the parser or from a tree, to find later changes of the
 * tree ({@link TreeDiff}); many times cheaper than to serialize the tree and compare. Nothing is
 * hashed, so that no crafted change can go undetected.
 *
 * <p>It keeps the string objects of which the tree was built, so that an unchanged text is
 * recognized by identity.
 */
final class Transcript {
  static final String START = "<";
  static final String END = "/";
  static final String COMMENT = "!";
  static final String PI = "?";
  static final String TEXT = "#";
  static final String DECLARED = "xmlns";
  static final String ATTRIBUTE = "@";

  private static final int MAX_ITEMS = 1 << 20;

  private final List<String> items = new ArrayList<>();
  private int declarations;
  private boolean incomplete;

  /** Whether content beyond the limit is missing. */
  boolean isIncomplete() {
    return incomplete;
  }

  /**
   * The events in order: for a start tag {@link #START}, local name, namespace and prefix, then
   * {@link #DECLARED}, prefix and namespace of each declaration, then {@link #ATTRIBUTE}, local
   * name, namespace, prefix and value of each attribute; {@link #END}; {@link #COMMENT} and its
   * value; {@link #PI}, target and data; {@link #TEXT} and a piece of text, of which several may
   * follow each other, as the parser split it.
   */
  List<String> items() {
    return items;
  }

  /** The number of namespace declarations in a record of a tree. */
  int declarations() {
    return declarations;
  }

  void add(int event, XMLStreamReader reader) {
    if (isFull()) {
      return;
    }
    switch (event) {
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          add(TEXT, reader.getText());
      case XMLStreamConstants.START_ELEMENT -> start(reader);
      case XMLStreamConstants.END_ELEMENT -> add(END);
      case XMLStreamConstants.COMMENT -> add(COMMENT, reader.getText());
      case XMLStreamConstants.PROCESSING_INSTRUCTION ->
          add(PI, reader.getPITarget(), some(reader.getPIData()));
      default -> incomplete = true;
    }
  }

  private boolean isFull() {
    incomplete |= items.size() > MAX_ITEMS;
    return incomplete;
  }

  private void add(String... fields) {
    for (String item : fields) {
      items.add(item);
    }
  }

  private void start(XMLStreamReader reader) {
    add(START, reader.getLocalName(), some(reader.getNamespaceURI()), some(reader.getPrefix()));
    int namespaces = reader.getNamespaceCount();
    for (int i = 0; i < namespaces; i++) {
      add(DECLARED, some(reader.getNamespacePrefix(i)), some(reader.getNamespaceURI(i)));
    }
    int attributes = reader.getAttributeCount();
    for (int i = 0; i < attributes; i++) {
      add(ATTRIBUTE, reader.getAttributeLocalName(i), some(reader.getAttributeNamespace(i)));
      add(some(reader.getAttributePrefix(i)), reader.getAttributeValue(i));
    }
  }

  static String some(String text) {
    return text == null ? "" : text;
  }

  /**
   * The current content of {@code root}, which is built; empty if it cannot be recorded completely,
   * or if a name's prefix is inconsistent with what will be written.
   */
  static Optional<Transcript> of(OMElement root) {
    Transcript kept = new Transcript();
    List<OMElement> open = new ArrayList<>();
    OMNode node = root;
    while (true) {
      if (node == null) {
        kept.add(END);
        OMElement ended = open.remove(open.size() - 1);
        if (open.isEmpty()) {
          return Optional.of(kept);
        }
        node = ended.getNextOMSibling();
        continue;
      }
      NodeKind kind = NodeKind.of(node);
      if (kept.isFull() || !kept.add(kind, node)) {
        return Optional.empty();
      }
      if (kind == NodeKind.ELEMENT) {
        OMElement element = (OMElement) node;
        open.add(element);
        node = element.getFirstOMChild();
      } else {
        node = node.getNextOMSibling();
      }
    }
  }

  private boolean add(NodeKind kind, OMNode node) {
    switch (kind) {
      case ELEMENT -> {
        if (isContradictory((OMElement) node)) {
          return false;
        }
        start((OMElement) node);
      }
      case TEXT -> {
        OMText part = (OMText) node;
        if (part.isBinary()) {
          return false;
        }
        add(TEXT, part.getText());
      }
      case COMMENT -> add(COMMENT, ((OMComment) node).getValue());
      case PI -> {
        OMProcessingInstruction pi = (OMProcessingInstruction) node;
        add(PI, pi.getTarget(), some(pi.getValue()));
      }
      case OTHER -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a declaration of the element contradicts the prefix of its name or of an attribute: the
   * serialized form then differs from the tree.
   */
  private static boolean isContradictory(OMElement element) {
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace declared = i.next();
      String prefix = some(declared.getPrefix());
      String uri = declared.getNamespaceURI();
      if (prefix.equals(some(element.getPrefix()))
          && !uri.equals(some(element.getNamespaceURI()))) {
        return true;
      }
      for (Iterator<OMAttribute> j = element.getAllAttributes(); j.hasNext(); ) {
        OMAttribute attribute = j.next();
        if (!prefix.isEmpty()
            && prefix.equals(attribute.getPrefix())
            && !uri.equals(attribute.getNamespaceURI())) {
          return true;
        }
      }
    }
    return false;
  }

  private void start(OMElement element) {
    add(START, element.getLocalName(), some(element.getNamespaceURI()), some(element.getPrefix()));
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      add(DECLARED, some(namespace.getPrefix()), namespace.getNamespaceURI());
      declarations++;
    }
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute attribute = i.next();
      add(ATTRIBUTE, attribute.getLocalName(), some(attribute.getNamespaceURI()));
      add(some(attribute.getPrefix()), attribute.getAttributeValue());
    }
  }
}
