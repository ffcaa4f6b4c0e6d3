package org.dharch.hemanager;

import java.util.ArrayList;
import java.util.Arrays;
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
 * What an element said, as it was parsed or as a tree said it then, to see afterwards what became
 * of the tree ({@link TreeDiff}); many times cheaper than to serialize the tree and compare.
 * Nothing is hashed, so that no change, whatever chose it, can look like none.
 *
 * <p>Kept are all characters of text in one line, and for each thing that is no text its names and
 * values, and how many characters stood before it. Text that stands together is one, however many
 * nodes hold it, and whether it is CDATA is no difference.
 */
final class Transcript {
  static final String START = "<";
  static final String END = "/";
  static final String COMMENT = "!";
  static final String PI = "?";
  static final String DECLARED = "xmlns";
  static final String ATTRIBUTE = "@";

  private static final int MAX_CHARS = 4 << 20;
  private static final int MAX_ITEMS = 1 << 20;

  private final StringBuilder text = new StringBuilder();
  private final List<String> items = new ArrayList<>();
  private int[] textBefore = new int[8];
  private int events;
  private int declarations;
  private boolean incomplete;

  /** Whether this is not all, since there was more than is kept. */
  boolean isIncomplete() {
    return incomplete;
  }

  /** All text. */
  String text() {
    return text.toString();
  }

  /**
   * The events in their order: a start tag's {@link #START}, local name, namespace and prefix, then
   * {@link #DECLARED}, prefix and namespace of each declaration, then {@link #ATTRIBUTE}, local
   * name, namespace, prefix and value of each attribute; {@link #END}; {@link #COMMENT} and its
   * value; {@link #PI}, target and data.
   */
  List<String> items() {
    return items;
  }

  int events() {
    return events;
  }

  /** How many characters of text stand before that event, counted from 0. */
  int textBefore(int event) {
    return textBefore[event];
  }

  /** How many namespaces are declared in what a tree said. */
  int declarations() {
    return declarations;
  }

  /** Keeps the event on which {@code reader} stands. */
  void add(int event, XMLStreamReader reader) {
    if (isFull()) {
      return;
    }
    switch (event) {
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
      case XMLStreamConstants.START_ELEMENT -> start(reader);
      case XMLStreamConstants.END_ELEMENT -> event(END);
      case XMLStreamConstants.COMMENT -> event(COMMENT, reader.getText());
      case XMLStreamConstants.PROCESSING_INSTRUCTION ->
          event(PI, reader.getPITarget(), some(reader.getPIData()));
      default -> incomplete = true;
    }
  }

  private boolean isFull() {
    incomplete |= text.length() > MAX_CHARS || items.size() > MAX_ITEMS;
    return incomplete;
  }

  private void event(String... said) {
    if (events == textBefore.length) {
      textBefore = Arrays.copyOf(textBefore, 2 * events);
    }
    textBefore[events++] = text.length();
    for (String item : said) {
      items.add(item);
    }
  }

  private void add(String... said) {
    for (String item : said) {
      items.add(item);
    }
  }

  private void start(XMLStreamReader reader) {
    event(START, reader.getLocalName(), some(reader.getNamespaceURI()), some(reader.getPrefix()));
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

  /** What {@code root}, which is built, says now; empty if not all of that can be kept. */
  static Optional<Transcript> of(OMElement root) {
    Transcript kept = new Transcript();
    List<OMElement> open = new ArrayList<>();
    OMNode node = root;
    while (true) {
      if (node == null) {
        kept.event(END);
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
      case ELEMENT -> start((OMElement) node);
      case TEXT -> {
        OMText part = (OMText) node;
        if (part.isBinary()) {
          return false;
        }
        text.append(part.getText());
      }
      case COMMENT -> event(COMMENT, ((OMComment) node).getValue());
      case PI -> {
        OMProcessingInstruction pi = (OMProcessingInstruction) node;
        event(PI, pi.getTarget(), some(pi.getValue()));
      }
      case OTHER -> {
        return false;
      }
    }
    return true;
  }

  private void start(OMElement element) {
    event(
        START,
        element.getLocalName(),
        some(element.getNamespaceURI()),
        some(element.getPrefix()));
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
