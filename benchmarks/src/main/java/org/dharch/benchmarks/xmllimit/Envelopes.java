package org.dharch.benchmarks.xmllimit;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dharch.api.HandlerMessage;

/** What the handlers on the node read of an envelope, and write. Stateless. */
final class Envelopes {
  private Envelopes() {}

  static XMLStreamReader reader(HandlerMessage message) throws XMLStreamException {
    return Xml.reader(new ByteArrayInputStream(message.envelope()));
  }

  /** Reads as far as the ticket, and returns it. */
  static String ticket(HandlerMessage message) throws XMLStreamException {
    XMLStreamReader in = reader(message);
    toStartOf(in, Xml.TICKET);
    return in.getElementText();
  }

  /** Reads on until a start tag of that name. */
  static void toStartOf(XMLStreamReader in, String name) throws XMLStreamException {
    while (!in.isStartElement() || !in.getLocalName().equals(name)) {
      in.next();
    }
  }

  static QName name(String local) {
    return new QName(Xml.NAMESPACE, local);
  }

  /** An element of the schema that holds {@code text}, which has nothing to escape. */
  static byte[] element(String name, String text) {
    return ("<n:" + name + " xmlns:n=\"" + Xml.NAMESPACE + "\">" + text + "</n:" + name + ">")
        .getBytes(StandardCharsets.UTF_8);
  }
}
