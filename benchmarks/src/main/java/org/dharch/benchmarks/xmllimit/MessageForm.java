package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.io.InputStream;

/** The client's encoding of requests and answers. Stateless. */
interface MessageForm {
  /** Returns the content type of a request. */
  String contentType();

  /** Returns the SOAPAction; empty without SOAP. */
  String action();

  /** Encodes a request. */
  byte[] question(LimitRequest question) throws IOException;

  /**
   * Reads a whole answer.
   *
   * @throws IOException if it is not an answer
   */
  LimitResponse answer(InputStream in) throws IOException;
}
