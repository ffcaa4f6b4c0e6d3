package org.dharch.hemanager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMSourcedElement;
import org.apache.axiom.om.OMText;

/**
 * What was parsed of an element, to see afterwards whether a tree made of it still says exactly
 * that; many times cheaper than to serialize the tree and compare. Nothing is hashed, so that no
 * change, whoever chose it, can look like none. It errs to the other side: what is written another
 * way, or is more than can be kept, is not the same.
 *
 * <p>Kept are all characters of text in one line, and for each thing that is no text its names and
 * values, and how many characters stood before it. Text that stands together is one, however many
 * nodes hold it, and whether it is CDATA is no difference.
 */
final class Transcript {
  private static final int MAX_CHARS = 4 << 20;
  private static final int MAX_ITEMS = 1 << 20;

  private final StringBuilder text = new StringBuilder(1024);
  private final List<String> items = new ArrayList<>();
  private int[] textBefore = new int[64];
  private int events;
  private boolean incomplete;

  /** Keeps the event on which {@code reader} stands. */
  void add(int event, XMLStreamReader reader) {
    if (incomplete || text.length() > MAX_CHARS || items.size() > MAX_ITEMS) {
      incomplete = true;
      return;
    }
    switch (event) {
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
      case XMLStreamConstants.START_ELEMENT -> {
        event("<");
        start(reader);
      }
      case XMLStreamConstants.END_ELEMENT -> event("/");
      case XMLStreamConstants.COMMENT -> {
        event("!");
        items.add(reader.getText());
      }
      case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
        event("?");
        items.add(reader.getPITarget());
        items.add(some(reader.getPIData()));
      }
      default -> incomplete = true;
    }
  }

  private void event(String kind) {
    if (events == textBefore.length) {
      textBefore = Arrays.copyOf(textBefore, 2 * events);
    }
    textBefore[events++] = text.length();
    items.add(kind);
  }

  private void start(XMLStreamReader reader) {
    items.add(reader.getLocalName());
    items.add(some(reader.getNamespaceURI()));
    items.add(some(reader.getPrefix()));
    int namespaces = reader.getNamespaceCount();
    for (int i = 0; i < namespaces; i++) {
      items.add("xmlns");
      items.add(some(reader.getNamespacePrefix(i)));
      items.add(some(reader.getNamespaceURI(i)));
    }
    int attributes = reader.getAttributeCount();
    for (int i = 0; i < attributes; i++) {
      items.add("@");
      items.add(reader.getAttributeLocalName(i));
      items.add(some(reader.getAttributeNamespace(i)));
      items.add(some(reader.getAttributePrefix(i)));
      items.add(reader.getAttributeValue(i));
    }
  }

  private static String some(String text) {
    return text == null ? "" : text;
  }

  /** Whether {@code element}, which is built for that, is what was kept. */
  boolean says(OMElement element) {
    element.build();
    Reading reading = new Reading();
    OMNode node = element;
    boolean entering = true;
    while (!incomplete) {
      if (entering && !reading.node(node)) {
        return false;
      }
      OMNode child = entering && node instanceof OMElement e ? e.getFirstOMChild() : null;
      if (child != null) {
        node = child;
        continue;
      }
      if (node instanceof OMElement && !reading.end()) {
        return false;
      }
      if (node == element) {
        return !incomplete && reading.atEnd();
      }
      OMNode sibling = node.getNextOMSibling();
      entering = sibling != null;
      node = entering ? sibling : (OMNode) node.getParent();
    }
    return false;
  }

  /** Reads what was kept beside a tree. */
  private final class Reading {
    private final String characters = text.toString();
    private int character;
    private int item;
    private int event;

    boolean node(OMNode node) {
      if (node instanceof OMSourcedElement) {
        return false; // to look inside might use it up
      } else if (node instanceof OMElement element) {
        return event("<") && start(element);
      } else if (node instanceof OMText run) {
        return !run.isBinary() && text(some(run.getText()));
      } else if (node instanceof OMComment comment) {
        return event("!") && is(comment.getValue());
      } else if (node instanceof OMProcessingInstruction pi) {
        return event("?") && is(pi.getTarget()) && is(some(pi.getValue()));
      }
      return false;
    }

    boolean end() {
      return event("/");
    }

    boolean atEnd() {
      return item == items.size();
    }

    private boolean start(OMElement element) {
      if (!is(element.getLocalName())
          || !is(some(element.getNamespaceURI()))
          || !is(some(element.getPrefix()))) {
        return false;
      }
      for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
        OMNamespace namespace = i.next();
        if (!is("xmlns") || !is(some(namespace.getPrefix())) || !is(namespace.getNamespaceURI())) {
          return false;
        }
      }
      for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
        OMAttribute attribute = i.next();
        if (!is("@")
            || !is(attribute.getLocalName())
            || !is(some(attribute.getNamespaceURI()))
            || !is(some(attribute.getPrefix()))
            || !is(attribute.getAttributeValue())) {
          return false;
        }
      }
      return true;
    }

    private boolean text(String value) {
      boolean same = characters.startsWith(value, character);
      character += value.length();
      return same;
    }

    /** The next thing that is no text; all text before it must have been read. */
    private boolean event(String kind) {
      return event < events && textBefore[event++] == character && is(kind);
    }

    private boolean is(String value) {
      return item < items.size() && items.get(item++).equals(value);
    }
  }
}
