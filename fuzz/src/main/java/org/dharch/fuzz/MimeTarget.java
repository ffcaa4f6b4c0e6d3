package org.dharch.fuzz;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.dharch.servlet.MimeDoor;

/**
 * A request to the servlet filter: its Content-Type in the first line, its body behind that. Where
 * the filter takes it, each SOAP stack reads the very envelope that handlers get, or refuses it.
 */
final class MimeTarget {
  private static final Map<String, MimeReader> READERS =
      Map.of(
          "CXF", MimeReaders::cxf,
          "SAAJ", MimeReaders::saaj,
          "Metro", MimeReaders::metro,
          "Axis2", MimeReaders::axis2);

  /** What a SOAP stack reads of a body. */
  interface MimeReader {
    byte[] envelope(String type, ByteArrayInputStream body) throws Exception;
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
    return MimeDoor.request(type, body).map(MimeTarget::agreeing);
  }

  private static int agreeing(MimeDoor.Accepted accepted) {
    if (!accepted.type().startsWith("multipart/")) {
      if (accepted.body() != accepted.envelope()) {
        throw new AssertionError("the service gets another envelope than handlers");
      }
      return READERS.size();
    }
    int agreeing = 0;
    for (Map.Entry<String, MimeReader> reader : READERS.entrySet()) {
      byte[] read;
      try {
        read =
            reader.getValue().envelope(accepted.type(), new ByteArrayInputStream(accepted.body()));
      } catch (Exception refused) {
        continue; // nobody reads anything
      }
      if (!Arrays.equals(read, accepted.envelope())) {
        throw new AssertionError(
            reader.getKey() + " reads otherwise: " + new String(read, StandardCharsets.UTF_8));
      }
      agreeing++;
    }
    return agreeing;
  }
}
