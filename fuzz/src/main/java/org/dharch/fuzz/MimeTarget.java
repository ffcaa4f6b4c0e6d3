package org.dharch.fuzz;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.dharch.servlet.MimeEntryPoint;

/**
 * A request to the servlet filter: its Content-Type in the first line, its body behind that. Where
 * the filter takes it, each SOAP stack reads the very envelope that handlers get, and in it what
 * they read, or refuses it.
 */
final class MimeTarget {
  private static final Map<String, MimeReader> READERS =
      Map.of(
          "CXF", MimeReaders::cxf,
          "SAAJ", MimeReaders::saaj,
          "Metro", MimeReaders::metro,
          "Axis2", MimeReaders::axis2);

  /** Those that read a message without attachments by the same way. */
  private static final Map<String, MimeReader> SINGLE =
      Map.of("CXF", MimeReaders::cxf, "SAAJ", MimeReaders::saaj);

  /** A SOAP stack's way to read a body. */
  interface MimeReader {
    MimeReaders.Read read(String type, ByteArrayInputStream body) throws Exception;
  }

  private MimeTarget() {}

  static void mime(byte[] data) {
    accepted(data);
  }

  /** How many stacks read the envelope; empty if the filter refuses it. */
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
      throw new AssertionError("the service gets another envelope than handlers");
    }
    String handlers;
    try {
      handlers = XmlReading.ofUtf8(accepted.envelope());
    } catch (XMLStreamException e) {
      return 0; // names of XML's fifth edition, and what is past a parser's own limits
    }
    int agreeing = 0;
    for (Map.Entry<String, MimeReader> reader : (multipart ? READERS : SINGLE).entrySet()) {
      MimeReaders.Read read;
      try {
        read = reader.getValue().read(accepted.type(), new ByteArrayInputStream(accepted.body()));
      } catch (Exception refused) {
        continue; // nobody reads anything
      }
      if (!Arrays.equals(read.envelope(), accepted.envelope())) {
        throw new AssertionError(
            reader.getKey()
                + " takes another envelope: "
                + new String(read.envelope(), StandardCharsets.UTF_8));
      }
      if (!read.text().equals(handlers)) {
        throw new AssertionError(
            reader.getKey()
                + " reads '"
                + read.text()
                + "' where handlers read '"
                + handlers
                + "'");
      }
      agreeing++;
    }
    return agreeing;
  }
}
