package org.dharch.benchmarks.xmllimit;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dharch.api.HandlerMessage;

/** Reads and writes parts of an envelope for the handlers on the node. Stateless. */
final class Envelopes {
  private Envelopes() {}

  static XMLStreamReader reader(HandlerMessage message) throws XMLStreamException {
    return Xml.reader(new ByteArrayInputStream(message.envelope()));
  }

  /** Reads up to the ticket and returns it. */
  static String ticket(HandlerMessage message) throws XMLStreamException {
    XMLStreamReader in = reader(message);
    toStartOf(in, Xml.TICKET);
    return in.getElementText();
  }

  /** Reads up to a start tag with this name. */
  static void toStartOf(XMLStreamReader in, String name) throws XMLStreamException {
    while (!in.isStartElement() || !in.getLocalName().equals(name)) {
      in.next();
    }
  }

  static QName name(String local) {
    return new QName(Xml.NAMESPACE, local);
  }

  /** Returns an element of the schema that contains {@code text}, which needs no escaping. */
  static byte[] element(String name, String text) {
    return ("<n:" + name + " xmlns:n=\"" + Xml.NAMESPACE + "\">" + text + "</n:" + name + ">")
        .getBytes(StandardCharsets.UTF_8);
  }
}
