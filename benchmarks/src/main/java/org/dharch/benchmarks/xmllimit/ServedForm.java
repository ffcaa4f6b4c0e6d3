package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;

/** A form that a servlet serves. */
interface ServedForm extends MessageForm {
  @Override
  default String action() {
    return "";
  }

  /** Reads a request, runs {@code work} and writes its answer. */
  void serve(InputStream in, LimitOperation work, HttpServletResponse response)
      throws IOException, SQLException;

  /** Writes a complete answer. */
  static void send(byte[] answer, String contentType, HttpServletResponse response)
      throws IOException {
    response.setContentType(contentType);
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }
}
