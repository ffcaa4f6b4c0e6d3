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
 * Writes one element that stands alone, with every declaration that it needs. What cannot be
 * written in XML, as a control character, is an {@link IllegalArgumentException}. Not safe for
 * several threads.
 */
public final class ElementWriter {
  private static final WstxOutputFactory FACTORY = factory(false);

  /** For what relies on it that missing declarations are put in. */
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

  /** What writes itself to StAX. */
  @FunctionalInterface
  public interface Written {
    void write(XMLStreamWriter out) throws XMLStreamException;
  }

  /** What another library writes: one element. */
  public static String written(Written content) {
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
    // attributes come from a reader, or are written here: nothing is there twice
    factory.setProperty(WstxOutputProperties.P_OUTPUT_VALIDATE_ATTR, false);
    return factory;
  }

  /** An element begins; its prefix is declared unless it stands for that namespace already. */
  public ElementWriter start(QName name) {
    startAsIs(name);
    if (!namespaces.uri(name.getPrefix()).equals(name.getNamespaceURI())) {
      declare(name.getPrefix(), name.getNamespaceURI());
    }
    return this;
  }

  /** An element begins; who calls declares what it needs. */
  void startAsIs(QName name) {
    try {
      writer.writeStartElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
      namespaces.push();
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** A declaration at the element that has just begun; an empty prefix is the default one. */
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

  /** An attribute of the element that has just begun; its prefix is declared as need be. */
  public ElementWriter attribute(QName name, String value) {
    String uri = name.getNamespaceURI();
    if (!uri.isEmpty() && !namespaces.uri(name.getPrefix()).equals(uri)) {
      declare(name.getPrefix(), uri);
    }
    return attributeAsIs(name, value);
  }

  /** An attribute of the element that has just begun; who calls declares what it needs. */
  ElementWriter attributeAsIs(QName name, String value) {
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

  /** The same, of an attribute in no namespace. */
  public ElementWriter attribute(String name, String value) {
    return attribute(new QName(name), value);
  }

  /** Text in the element that is open. */
  public ElementWriter text(String text) {
    try {
      writer.writeCharacters(text);
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** A name as the text of the element that has just begun: its prefix is declared there. */
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

  /** A whole element that has nothing but text. */
  public ElementWriter element(QName name, String text) {
    return start(name).text(text).end();
  }

  /** An element that was written, or read, before; as it is. */
  public ElementWriter xml(String element) {
    try {
      writer.writeRaw(element);
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** The element that is open ends. */
  public ElementWriter end() {
    try {
      writer.writeEndElement();
      namespaces.pop();
      return this;
    } catch (XMLStreamException e) {
      throw problem(e);
    }
  }

  /** All that was written; every element has ended. */
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
    return new IllegalArgumentException("cannot be written in XML: " + e.getMessage(), e);
  }
}
