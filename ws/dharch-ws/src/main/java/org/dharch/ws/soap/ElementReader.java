package org.dharch.ws.soap;

import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.message.MalformedMessageException;

/**
 * Reads XML element by element without building a tree. {@link #children}, {@link #text} and {@link
 * #xml} consume the current element; unread content of a child is skipped. Not thread-safe.
 */
public final class ElementReader {
  /** Callback at the start of a child element. */
  @FunctionalInterface
  public interface Visit<X extends Exception> {
    /** The child is the reader's current element. */
    void child() throws X;
  }

  private final XMLStreamReader reader;
  private final NamespaceStack namespaces = new NamespaceStack();
  private int depth;
  private boolean atStart;
  private boolean stopped;

  private ElementReader(XMLStreamReader reader) {
    this.reader = reader;
    // a tree's reader starts at its element
    if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
      begin();
    }
    while (!atStart) {
      advance();
    }
  }

  /**
   * Opens a UTF-8 document at its document element.
   *
   * @throws MalformedMessageException if the XML is not well-formed or exceeds a bound of {@link
   *     SafeXml}; all other methods throw it too. The message contains the position.
   */
  public static ElementReader of(byte[] xml) {
    return new ElementReader(SafeXml.reader(xml));
  }

  /** Opens a tree at its document element. */
  public static ElementReader of(XmlObject document) {
    return new ElementReader(document.newXMLStreamReader());
  }

  /** The name of the current element, with its prefix in the document. */
  public QName name() {
    requireStart();
    return reader.getName();
  }

  /** The element's namespace; empty if it has none. */
  public String namespace() {
    requireStart();
    String uri = reader.getNamespaceURI();
    return uri == null ? "" : uri;
  }

  /** The local name of the current element. */
  public String localName() {
    requireStart();
    return reader.getLocalName();
  }

  /** Whether the current element has this name. */
  public boolean is(QName name) {
    return localName().equals(name.getLocalPart()) && namespace().equals(name.getNamespaceURI());
  }

  /** The value of an attribute of the current element. */
  public Optional<String> attribute(QName name) {
    requireStart();
    // a loop, because XMLBeans' reader does not find attributes without a namespace by name
    int count = reader.getAttributeCount(); // a tree's reader counts on each call
    for (int i = 0; i < count; i++) {
      String uri = reader.getAttributeNamespace(i);
      if (reader.getAttributeLocalName(i).equals(name.getLocalPart())
          && (uri == null ? "" : uri).equals(name.getNamespaceURI())) {
        return Optional.of(reader.getAttributeValue(i).strip());
      }
    }
    return Optional.empty();
  }

  /** The value of an attribute without a namespace. */
  public Optional<String> attribute(String name) {
    return attribute(new QName(name));
  }

  /**
   * The element's text as a qualified name; without a prefix it is in the default namespace.
   *
   * @throws MalformedMessageException if the prefix is not bound or the element has child elements
   */
  public QName qualifiedText() {
    Map<String, String> scope = namespaces.inScope();
    return qualified(text(), scope);
  }

  /** The value of an attribute as a qualified name. */
  public Optional<QName> qualifiedAttribute(String name) {
    return attribute(name).map(value -> qualified(value, namespaces.inScope()));
  }

  private QName qualified(String text, Map<String, String> scope) {
    int colon = text.indexOf(':');
    String prefix = colon < 0 ? "" : text.substring(0, colon);
    String uri = scope.getOrDefault(prefix, "");
    if (colon >= 0 && uri.isEmpty()) {
      throw problem("the prefix of \"" + text + "\" is not bound");
    }
    return new QName(uri, text.substring(colon + 1), prefix);
  }

  /** The prefixes in scope and their namespaces; the empty prefix is the default namespace. */
  public Map<String, String> scope() {
    requireStart();
    return Map.copyOf(namespaces.inScope());
  }

  /** Visits the child elements in document order. */
  public <X extends Exception> void children(Visit<X> visit) throws X {
    children(visit, true);
  }

  /**
   * Visits the child elements in document order.
   *
   * @throws MalformedMessageException if there is text between them
   */
  public <X extends Exception> void onlyChildren(Visit<X> visit) throws X {
    children(visit, false);
  }

  private <X extends Exception> void children(Visit<X> visit, boolean mayHaveText) throws X {
    requireStart();
    String name = localName();
    int level = depth;
    while (!stopped) {
      int event = advance();
      if (depth < level) {
        return;
      }
      if (!mayHaveText && isText(event) && !reader.getText().isBlank()) {
        throw problem(name + " must contain only elements");
      }
      if (atStart) {
        visit.child();
        skipTo(level);
      }
    }
  }

  /** Stops reading: every active call of {@link #children} returns. */
  public void stop() {
    stopped = true;
  }

  /**
   * The element's text without surrounding white space.
   *
   * @throws MalformedMessageException if the element has child elements
   */
  public String text() {
    QName name = name();
    int level = depth;
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = advance();
      if (depth < level) {
        return text.toString().strip();
      }
      if (atStart) {
        throw problem(
            name.getLocalPart() + " must contain only text (got " + reader.getLocalName() + ")");
      }
      if (isText(event)) {
        text.append(reader.getText());
      }
    }
  }

  private static boolean isText(int event) {
    return event == XMLStreamConstants.CHARACTERS
        || event == XMLStreamConstants.CDATA
        || event == XMLStreamConstants.SPACE;
  }

  /** The whole element as a self-contained text. */
  public String xml() {
    return copy(Optional.empty(), "");
  }

  /** The whole element with an additional or changed attribute. */
  public String xml(QName attribute, String value) {
    return copy(Optional.of(attribute), value);
  }

  private String copy(Optional<QName> attribute, String value) {
    requireStart();
    int level = depth;
    ElementCopy copy = new ElementCopy(reader, namespaces.outer());
    copy.begin(attribute, value);
    while (true) {
      int event = advance();
      copy.event(event);
      if (depth < level) {
        return copy.toString();
      }
    }
  }

  /** Creates an exception with the current position. */
  public MalformedMessageException problem(String message) {
    return SafeXml.malformed(new XMLStreamException(message, reader.getLocation()));
  }

  private void requireStart() {
    if (!atStart) {
      throw new IllegalStateException("the reader must be at the start of an element");
    }
  }

  private void skipTo(int level) {
    while (depth > level && !stopped) {
      advance();
    }
  }

  private int advance() {
    try {
      int event = reader.next();
      atStart = false;
      if (event == XMLStreamConstants.START_ELEMENT) {
        begin();
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
        namespaces.pop();
        readEnd();
      }
      return event;
    } catch (XMLStreamException e) {
      throw SafeXml.malformed(e);
    }
  }

  /** Checks that the rest of the document is well-formed. */
  private void readEnd() throws XMLStreamException {
    while (depth == 0 && reader.hasNext()) {
      reader.next();
    }
  }

  private void begin() {
    atStart = true;
    depth++;
    namespaces.push();
    int count = reader.getNamespaceCount(); // see attribute()
    for (int i = 0; i < count; i++) {
      String prefix = reader.getNamespacePrefix(i);
      String uri = reader.getNamespaceURI(i);
      namespaces.declare(prefix == null ? "" : prefix, uri == null ? "" : uri);
    }
  }
}
