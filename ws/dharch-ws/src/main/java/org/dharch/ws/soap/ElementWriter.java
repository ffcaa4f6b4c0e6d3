package org.dharch.ws.soap;

import com.ctc.wstx.api.WstxOutputProperties;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.codehaus.stax2.XMLStreamWriter2;

/**
 * Writes one self-contained element with all declarations that it needs. Throws {@link
 * IllegalArgumentException} for content that XML cannot represent, such as control characters. Not
 * thread-safe.
 */
public final class ElementWriter {
  private static final WstxOutputFactory FACTORY = factory(false);

  /** Adds missing declarations, as some libraries expect. */
  private static final WstxOutputFactory REPAIRING = factory(true);

  private final StringWriter out = new StringWriter(256);
  private final NamespaceStack namespaces = new NamespaceStack();
  private final XMLStreamWriter2 writer;

  public ElementWriter() {
    try {
      writer = (XMLStreamWriter2) FACTORY.createXMLStreamWriter(out);
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Content that writes itself to StAX. */
  @FunctionalInterface
  public interface Content {
    void write(XMLStreamWriter out) throws XMLStreamException;
  }

  /** Captures one element that another library writes. */
  public static String capture(Content content) {
    StringWriter out = new StringWriter();
    try {
      XMLStreamWriter writer = REPAIRING.createXMLStreamWriter(out);
      content.write(writer);
      writer.flush();
    } catch (XMLStreamException e) {
      throw problem(e);
    }
    return out.toString();
  }

  private static WstxOutputFactory factory(boolean isRepairing) {
    WstxOutputFactory factory = new WstxOutputFactory();
    factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, isRepairing);
    // attributes have unique names already
    factory.setProperty(WstxOutputProperties.P_OUTPUT_VALIDATE_ATTR, false);
    return factory;
  }

  /** Starts an element; declares its prefix if necessary. */
  public ElementWriter start(QName name) {
    startUndeclared(name);
    if (!namespaces.uri(name.getPrefix()).equals(name.getNamespaceURI())) {
      declare(name.getPrefix(), name.getNamespaceURI());
    }
    return this;
  }

  /** Starts an element without declaring its prefix. */
  void startUndeclared(QName name) {
    try {
      writer.writeStartElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
      namespaces.push();
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /**
   * Declares a namespace on the element just started; an empty prefix declares the default
   * namespace.
   */
  public ElementWriter declare(String prefix, String uri) {
    try {
      if (prefix.isEmpty()) {
        writer.writeDefaultNamespace(uri);
      } else {
        writer.writeNamespace(prefix, uri);
      }
      namespaces.declare(prefix, uri);
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Adds an attribute to the element just started; declares its prefix if necessary. */
  public ElementWriter attribute(QName name, String value) {
    String uri = name.getNamespaceURI();
    if (!uri.isEmpty() && !namespaces.uri(name.getPrefix()).equals(uri)) {
      declare(name.getPrefix(), uri);
    }
    return attributeUndeclared(name, value);
  }

  /** Adds an attribute to the element just started without declaring its prefix. */
  ElementWriter attributeUndeclared(QName name, String value) {
    try {
      if (name.getNamespaceURI().isEmpty()) {
        writer.writeAttribute(name.getLocalPart(), value);
      } else {
        writer.writeAttribute(name.getPrefix(), name.getNamespaceURI(), name.getLocalPart(), value);
      }
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Adds an attribute without a namespace. */
  public ElementWriter attribute(String name, String value) {
    return attribute(new QName(name), value);
  }

  /** Adds text to the open element. */
  public ElementWriter text(String text) {
    try {
      writer.writeCharacters(text);
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Adds a qualified name as text to the element just started and declares its prefix there. */
  public ElementWriter text(QName name) {
    if (name.getNamespaceURI().isEmpty()) {
      return text(name.getLocalPart());
    }
    String prefix = name.getPrefix().isEmpty() ? "q" : name.getPrefix();
    if (!namespaces.uri(prefix).equals(name.getNamespaceURI())) {
      declare(prefix, name.getNamespaceURI());
    }
    return text(prefix + ":" + name.getLocalPart());
  }

  /** Adds a complete element that contains only text. */
  public ElementWriter element(QName name, String text) {
    return start(name).text(text).end();
  }

  /** Adds a serialized element unchanged. */
  public ElementWriter xml(String element) {
    try {
      writer.writeRaw(element);
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Ends the open element. */
  public ElementWriter end() {
    try {
      writer.writeEndElement();
      namespaces.pop();
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** Returns the capture element; every element must have ended. */
  @Override
  public String toString() {
    try {
      writer.flush();
      return out.toString();
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  private static IllegalArgumentException problem(XMLStreamException e) {
    return new IllegalArgumentException("XML cannot represent this content: " + e.getMessage(), e);
  }
}
