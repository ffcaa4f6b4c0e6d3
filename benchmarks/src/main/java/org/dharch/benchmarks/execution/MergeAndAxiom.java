package org.dharch.benchmarks.execution;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Merge;

/**
 * Applies one change to a message by {@link Merge} and by Axiom, which parses and serializes the
 * whole message. One header block is replaced, one removed and one added; the body does not change.
 */
final class MergeAndAxiom {
  private static final String HEADERS = "urn:h";

  private final byte[] envelope;
  private final Changes changes =
      Changes.builder()
          .replace(Part.header(new QName(HEADERS, "a"), 0), bytes("<h:a>z</h:a>"))
          .removeHeader(ref("b"))
          .addHeader(bytes("<h:c/>"))
          .build();

  MergeAndAxiom(int kilobytes) {
    StringBuilder body = new StringBuilder("<b:items>");
    while (body.length() < kilobytes * 1024) {
      body.append("<b:item id='")
          .append(body.length())
          .append("'><b:name>caf\u00e9</b:name>")
          .append("<b:price currency='EUR'>12.50</b:price></b:item>\n");
    }
    envelope =
        bytes(
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:h='urn:h'"
                + " xmlns:b='urn:b'><s:Header><h:a s:mustUnderstand='1'>x</h:a><h:b>y</h:b>"
                + "</s:Header><s:Body>"
                + body
                + "</b:items></s:Body></s:Envelope>");
  }

  int length() {
    return envelope.length;
  }

  byte[] merge() {
    return Merge.apply(envelope, changes, Limits.DEFAULT);
  }

  byte[] axiom() throws IOException, XMLStreamException {
    SOAPModelBuilder builder =
        OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(envelope), "UTF-8");
    SOAPEnvelope read = builder.getSOAPEnvelope();
    OMElement header = read.getHeader();
    header.getFirstChildWithName(new QName(HEADERS, "a")).setText("z");
    header.getFirstChildWithName(new QName(HEADERS, "b")).detach();
    header.addChild(read.getOMFactory().createOMElement(new QName(HEADERS, "c", "h")));
    read.build(); // as a handler chain that reads the body does
    ByteArrayOutputStream out = new ByteArrayOutputStream(envelope.length + 1024);
    read.serialize(out, new OMOutputFormat(), false);
    builder.close();
    return out.toByteArray();
  }

  private static HeaderRef ref(String name) {
    return new HeaderRef(new QName(HEADERS, name), 0);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
