package org.dharch.fuzz;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.dharch.servlet.MimeEntryPoint;

/**
 * A request to the servlet filter: its Content-Type in the first line, then its body. If the filter
 * accepts it, each SOAP stack reads the same envelope and text as the handlers, or rejects it.
 */
final class MimeTarget {
  private static final Map<String, MimeReader> READERS =
      Map.of(
          "CXF", MimeReaders::cxf,
          "SAAJ", MimeReaders::saaj,
          "Metro", MimeReaders::metro,
          "Axis2", MimeReaders::axis2);

  /** Stacks that read a message without attachments the same way. */
  private static final Map<String, MimeReader> SINGLE =
      Map.of("CXF", MimeReaders::cxf, "SAAJ", MimeReaders::saaj);

  /** A SOAP stack's reader of a body. */
  interface MimeReader {
    MimeReaders.Read read(String type, ByteArrayInputStream body) throws Exception;
  }

  private MimeTarget() {}

  static void mime(byte[] data) {
    accepted(data);
  }

  /** Returns how many stacks read the envelope; empty if the filter rejects it. */
  static Optional<Integer> accepted(byte[] data) {
    int line = 0;
    while (line < data.length && data[line] != '\n') {
      line++;
    }
    String type = new String(data, 0, line, StandardCharsets.ISO_8859_1);
    byte[] body = Arrays.copyOfRange(data, Math.min(line + 1, data.length), data.length);
    return MimeEntryPoint.request(type, body).map(MimeTarget::agreeing);
  }

  private static int agreeing(MimeEntryPoint.Accepted accepted) {
    boolean multipart = accepted.type().startsWith("multipart/");
    if (!multipart && accepted.body() != accepted.envelope()) {
      throw new AssertionError("service and handlers must receive the same envelope");
    }
    String handlers;
    try {
      handlers = XmlReading.ofUtf8(accepted.envelope());
    } catch (XMLStreamException e) {
      return 0; // names of XML's fifth edition, and inputs beyond a parser's own limits
    }
    int agreeing = 0;
    for (Map.Entry<String, MimeReader> reader : (multipart ? READERS : SINGLE).entrySet()) {
      MimeReaders.Read read;
      try {
        read = reader.getValue().read(accepted.type(), new ByteArrayInputStream(accepted.body()));
      } catch (Exception refused) {
        continue; // no stack reads the message
      }
      if (!Arrays.equals(read.envelope(), accepted.envelope())) {
        throw new AssertionError(
            reader.getKey()
                + " reads another envelope: "
                + new String(read.envelope(), StandardCharsets.UTF_8));
      }
      if (!read.text().equals(handlers)) {
        throw new AssertionError(
            reader.getKey() + " reads '" + read.text() + "', but handlers read '" + handlers + "'");
      }
      agreeing++;
    }
    return agreeing;
  }
}
