package org.dharch.handlers;

import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads envelopes with the JDK's own parser, without DTDs and external entities. */
final class SafeReader {
  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

  static {
    FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    FACTORY.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  private SafeReader() {}

  static XMLStreamReader of(byte[] xml) throws XMLStreamException {
    return FACTORY.createXMLStreamReader(new ByteArrayInputStream(xml));
  }
}
