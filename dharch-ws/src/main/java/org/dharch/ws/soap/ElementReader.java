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
 * Reads XML element by element without making a tree of it. It stands at the start of an element;
 * {@link #children}, {@link #text} and {@link #xml} each read that element to its end, and what is
 * not read of a child is passed over. Not safe for several threads.
 */
public final class ElementReader {
  /** What is done at the start of a child element. */
  @FunctionalInterface
  public interface Visit<X extends Exception> {
    /** The reader stands at the child's start. */
    void child() throws X;
  }

  private final XMLStreamReader reader;
  private final NamespaceStack namespaces = new NamespaceStack();
  private int depth;
  private boolean atStart;
  private boolean stopped;

  private ElementReader(XMLStreamReader reader) {
    this.reader = reader;
    // a tree's reader begins there already
    if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
      begin();
    }
    while (!atStart) {
      advance();
    }
  }

  /**
   * At the document element of {@code xml}, which is in UTF-8.
   *
   * @throws MalformedMessageException with the place, as all other methods, where it is not
   *     well-formed or past a bound of {@link SafeXml}
   */
  public static ElementReader of(byte[] xml) {
    return new ElementReader(SafeXml.reader(xml));
  }

  /** At the document element of a whole tree. */
  public static ElementReader of(XmlObject document) {
    return new ElementReader(document.newXMLStreamReader());
  }

  /** The name of the element that it stands at, with the prefix that it has there. */
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

  /** The element's name in its namespace. */
  public String localName() {
    requireStart();
    return reader.getLocalName();
  }

  /** Whether the element is called so. */
  public boolean is(QName name) {
    return localName().equals(name.getLocalPart()) && namespace().equals(name.getNamespaceURI());
  }

  /** The value of one of the element's attributes. */
  public Optional<String> attribute(QName name) {
    requireStart();
    // by hand: what XMLBeans' reader finds by name is another matter for attributes of no namespace
    int count = reader.getAttributeCount(); // of a tree it is counted anew each time
    for (int i = 0; i < count; i++) {
      String uri = reader.getAttributeNamespace(i);
      if (reader.getAttributeLocalName(i).equals(name.getLocalPart())
          && (uri == null ? "" : uri).equals(name.getNamespaceURI())) {
        return Optional.of(reader.getAttributeValue(i).strip());
      }
    }
    return Optional.empty();
  }

  /** The same, of an attribute in no namespace. */
  public Optional<String> attribute(String name) {
    return attribute(new QName(name));
  }

  /**
   * What the element's text names; without prefix it is in the default namespace.
   *
   * @throws MalformedMessageException if the prefix is not bound, or there is an element in it
   */
  public QName qualifiedText() {
    Map<String, String> scope = namespaces.inScope();
    return qualified(text(), scope);
  }

  /** What the value of one of the element's attributes names, as above. */
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

  /** Which prefix stands for which namespace in the element; the empty one for the default. */
  public Map<String, String> scope() {
    requireStart();
    return Map.copyOf(namespaces.inScope());
  }

  /** Visits the element's child elements in their order; what else is in it is passed over. */
  public <X extends Exception> void children(Visit<X> visit) throws X {
    requireStart();
    int mine = depth;
    while (!stopped) {
      advance();
      if (depth < mine) {
        return;
      }
      if (atStart) {
        visit.child();
        skipTo(mine);
      }
    }
  }

  /** Nothing more is wanted: every {@link #children} that is under way returns. */
  public void stop() {
    stopped = true;
  }

  /**
   * The element's text without the white space around it.
   *
   * @throws MalformedMessageException if there is an element in it
   */
  public String text() {
    QName name = name();
    int mine = depth;
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = advance();
      if (depth < mine) {
        return text.toString().strip();
      }
      if (atStart) {
        throw problem(
            "in " + name.getLocalPart() + " stands " + reader.getLocalName() + "; text is allowed");
      }
      if (event == XMLStreamConstants.CHARACTERS
          || event == XMLStreamConstants.CDATA
          || event == XMLStreamConstants.SPACE) {
        text.append(reader.getText());
      }
    }
  }

  /** The whole element as a text that stands alone, with the declarations that it needs. */
  public String xml() {
    return copy(Optional.empty(), "");
  }

  /** The same with one attribute more, or another value of it. */
  public String xml(QName attribute, String value) {
    return copy(Optional.of(attribute), value);
  }

  private String copy(Optional<QName> attribute, String value) {
    requireStart();
    int mine = depth;
    ElementCopy copy = new ElementCopy(reader, namespaces.around());
    copy.begin(attribute, value);
    while (true) {
      int event = advance();
      copy.event(event);
      if (depth < mine) {
        return copy.toString();
      }
    }
  }

  /** What is wrong here, with the place. */
  public MalformedMessageException problem(String message) {
    return SafeXml.malformed(new XMLStreamException(message, reader.getLocation()));
  }

  private void requireStart() {
    if (!atStart) {
      throw new IllegalStateException("not at an element's start");
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

  /** What stands behind the document element is read as well, so that it is known to be right. */
  private void readEnd() throws XMLStreamException {
    while (depth == 0 && reader.hasNext()) {
      reader.next();
    }
  }

  private void begin() {
    atStart = true;
    depth++;
    namespaces.push();
    int count = reader.getNamespaceCount(); // as above
    for (int i = 0; i < count; i++) {
      String prefix = reader.getNamespacePrefix(i);
      String uri = reader.getNamespaceURI(i);
      namespaces.declare(prefix == null ? "" : prefix, uri == null ? "" : uri);
    }
  }
}
