package org.dharch.handlers.axis2.tree;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMContainer;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;

/** Writes an Axiom envelope, or a part of it, in UTF-8. Stateless; safe for any thread. */
final class EnvelopeWriter {
  private static final XMLOutputFactory WRITERS = XMLOutputFactory.newFactory();

  private EnvelopeWriter() {}

  /** Writes {@code element} with all namespace declarations that its names need. */
  static byte[] whole(OMElement element) throws XMLStreamException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    XMLStreamWriter writer = WRITERS.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
    element.serialize(writer);
    writer.close();
    return out.toByteArray();
  }

  /** Writes {@code element} for its place, without the namespace declarations around it. */
  static byte[] inPlace(OMElement element) throws XMLStreamException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    XMLStreamWriter writer = WRITERS.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
    Deque<OMElement> around = new ArrayDeque<>();
    for (OMContainer c = element.getParent(); c instanceof OMElement e; c = e.getParent()) {
      around.push(e);
    }
    for (OMElement each : around) {
      startTag(each, writer);
    }
    writer.writeCharacters(""); // ends the start tag
    writer.flush();
    out.reset();
    element.serialize(writer);
    writer.flush();
    return out.toByteArray();
  }

  /** An envelope with an empty body. */
  static byte[] withoutBody(SOAPEnvelope envelope) throws XMLStreamException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    XMLStreamWriter writer = WRITERS.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
    startTag(envelope, writer);
    SOAPHeader header = envelope.getHeader();
    if (header != null) {
      header.serialize(writer);
    }
    String namespace = envelope.getNamespace().getNamespaceURI();
    String prefix = envelope.getPrefix();
    writer.writeEmptyElement(prefix == null ? "" : prefix, "Body", namespace);
    writer.writeEndElement();
    writer.close();
    return out.toByteArray();
  }

  private static void startTag(OMElement element, XMLStreamWriter writer)
      throws XMLStreamException {
    String prefix = element.getPrefix() == null ? "" : element.getPrefix();
    writer.writeStartElement(prefix, element.getLocalName(), element.getNamespaceURI());
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      if (namespace.getPrefix().isEmpty()) {
        writer.setDefaultNamespace(namespace.getNamespaceURI());
        writer.writeDefaultNamespace(namespace.getNamespaceURI());
      } else {
        writer.setPrefix(namespace.getPrefix(), namespace.getNamespaceURI());
        writer.writeNamespace(namespace.getPrefix(), namespace.getNamespaceURI());
      }
    }
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      OMAttribute a = i.next();
      if (a.getNamespace() == null) {
        writer.writeAttribute(a.getLocalName(), a.getAttributeValue());
      } else {
        writer.writeAttribute(
            a.getPrefix(), a.getNamespaceURI(), a.getLocalName(), a.getAttributeValue());
      }
    }
  }
}
