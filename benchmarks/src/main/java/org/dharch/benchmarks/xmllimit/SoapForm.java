package org.dharch.benchmarks.xmllimit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.dharch.benchmarks.load.Call;

/** SOAP 1.1 with the ticket in a header block, for the Web service on Axis2. */
final class SoapForm implements MessageForm {
  /** As in the WSDL in qa/peers/adb. */
  static final String ACTION = Xml.NAMESPACE + ":work";

  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  @Override
  public String contentType() {
    return Call.SOAP;
  }

  @Override
  public String action() {
    return ACTION;
  }

  @Override
  public byte[] question(LimitRequest question) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter out = Xml.writer(bytes);
      out.writeStartElement("soapenv", "Envelope", SOAP);
      out.writeNamespace("soapenv", SOAP);
      out.writeStartElement("soapenv", "Header", SOAP);
      out.writeStartElement("n", Xml.TICKET, Xml.NAMESPACE);
      out.writeNamespace("n", Xml.NAMESPACE);
      out.writeCharacters(question.ticket());
      out.writeEndElement();
      out.writeEndElement();
      out.writeStartElement("soapenv", "Body", SOAP);
      Xml.write(question, false, out);
      out.writeEndElement();
      out.writeEndElement();
      out.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public LimitResponse answer(InputStream in) throws IOException {
    return Xml.answer(in);
  }
}
