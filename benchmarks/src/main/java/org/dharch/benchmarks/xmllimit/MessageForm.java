package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** How questions and answers are written, for the client. Stateless. */
interface MessageForm {
  /** What HTTP says of a question. */
  String contentType();

  /** The SOAPAction; empty if it is no SOAP. */
  Optional<String> action();

  /** A question as it is sent. */
  byte[] question(LimitRequest question) throws IOException;

  /**
   * Reads an answer, whole.
   *
   * @throws IOException if it is none
   */
  LimitResponse answer(InputStream in) throws IOException;
}
