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
 * change, whatever chose it, can look like none. It errs to the other side: what is written another
 * way, or is more than can be kept, is not the same.
 *
 * <p>Kept are all characters of text in one line, and for each thing that is no text its names and
 * values, and how many characters stood before it. Text that stands together is one, however many
 * nodes hold it, and whether it is CDATA is no difference.
 */
final class Transcript {
  private static final int MAX_CHARS = 4 << 20;
  private static final int MAX_ITEMS = 1 << 20;

  private final StringBuilder text = new StringBuilder();
  private final List<String> items = new ArrayList<>();
  private int[] textBefore = new int[8];
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
    return !incomplete && new Reading().element(element);
  }

  private enum Kind {
    ELEMENT,
    TEXT,
    COMMENT,
    PI,
    OTHER
  }

  /** Asked once a class: Axiom's classes have so many interfaces that instanceof is slow. */
  private static final ClassValue<Kind> KINDS =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          if (OMSourcedElement.class.isAssignableFrom(type)) {
            return Kind.OTHER; // to look inside might use it up
          }
          return OMElement.class.isAssignableFrom(type)
              ? Kind.ELEMENT
              : OMText.class.isAssignableFrom(type)
                  ? Kind.TEXT
                  : OMComment.class.isAssignableFrom(type)
                      ? Kind.COMMENT
                      : OMProcessingInstruction.class.isAssignableFrom(type) ? Kind.PI : Kind.OTHER;
        }
      };

  /** Reads what was kept beside a tree. */
  private final class Reading {
    private final String characters = text.toString();
    private int character;
    private int item;
    private int event;

    /** Whether {@code root} and all in it is what was kept, and the end of it. */
    boolean element(OMElement root) {
      if (KINDS.get(root.getClass()) != Kind.ELEMENT || !start(root)) {
        return false;
      }
      List<OMElement> open = new ArrayList<>();
      open.add(root);
      OMNode node = root.getFirstOMChild();
      while (true) {
        if (node == null) {
          OMElement ended = open.remove(open.size() - 1);
          if (!event("/")) {
            return false;
          }
          if (open.isEmpty()) {
            return item == items.size();
          }
          node = ended.getNextOMSibling();
          continue;
        }
        Kind kind = KINDS.get(node.getClass());
        if (kind == Kind.ELEMENT) {
          OMElement element = (OMElement) node;
          if (!start(element)) {
            return false;
          }
          open.add(element);
          node = element.getFirstOMChild();
        } else if (leaf(kind, node)) {
          node = node.getNextOMSibling();
        } else {
          return false;
        }
      }
    }

    private boolean leaf(Kind kind, OMNode node) {
      return switch (kind) {
        case TEXT -> text((OMText) node);
        case COMMENT -> event("!") && is(((OMComment) node).getValue());
        case PI -> {
          OMProcessingInstruction pi = (OMProcessingInstruction) node;
          yield event("?") && is(pi.getTarget()) && is(some(pi.getValue()));
        }
        case ELEMENT, OTHER -> false;
      };
    }

    private boolean start(OMElement element) {
      if (!event("<")
          || !is(element.getLocalName())
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

    private boolean text(OMText node) {
      String value = node.isBinary() ? null : node.getText();
      boolean same = value != null && characters.startsWith(value, character);
      character += same ? value.length() : 0;
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
