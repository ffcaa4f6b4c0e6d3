package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * The paper's "ServletRPCXML": exactly the job of the Web service, without Axis2: "only when all
 * the result data are completely prepared, i.e. formatted according to an XML schema, such data are
 * returned". It uses StAX with the parser of Axis2.
 */
final class XmlForm implements ServedForm {
  private static final String TYPE = "application/xml; charset=UTF-8";

  @Override
  public String contentType() {
    return TYPE;
  }

  @Override
  public byte[] question(LimitRequest question) throws IOException {
    return bytes(out -> Xml.write(question, true, out));
  }

  @Override
  public void serve(InputStream in, LimitOperation work, HttpServletResponse response)
      throws IOException, SQLException {
    LimitRequest question;
    try {
      XMLStreamReader reader = Xml.reader(in);
      reader.nextTag();
      question = Xml.question(reader);
      reader.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    LimitResponse answer = work.answer(question);
    ServedForm.send(bytes(out -> Xml.write(answer, out)), TYPE, response);
  }

  @Override
  public LimitResponse answer(InputStream in) throws IOException {
    return Xml.answer(in);
  }

  /** Writes a document. */
  private interface Document {
    void to(XMLStreamWriter out) throws XMLStreamException;
  }

  private static byte[] bytes(Document document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
    try {
      XMLStreamWriter out = Xml.writer(bytes);
      document.to(out);
      out.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    return bytes.toByteArray();
  }
}
