package org.dharch.jaxws;

import jakarta.xml.soap.SOAPConstants;
import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dharch.core.message.MalformedMessageException;

/** Derives the SOAP version of an envelope from its root element. */
final class SoapVersion {
  private static final XMLInputFactory READERS = readers();

  private SoapVersion() {}

  private static XMLInputFactory readers() {
    XMLInputFactory readers = XMLInputFactory.newDefaultFactory();
    readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return readers;
  }

  static boolean isSoap12(byte[] envelope) {
    try {
      XMLStreamReader reader = READERS.createXMLStreamReader(new ByteArrayInputStream(envelope));
      reader.nextTag();
      return SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE.equals(reader.getNamespaceURI());
    } catch (XMLStreamException e) {
      throw new MalformedMessageException("not a SOAP envelope: " + e.getMessage(), e);
    }
  }
}
