package org.dharch.benchmarks.subject;

import java.nio.charset.StandardCharsets;

/** SOAP envelopes of a given size. */
public final class Envelope {
  private static final String HEAD =
      "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<soapenv:Body><d:data xmlns:d=\"urn:dharch:overhead\">";
  private static final String TAIL = "</d:data></soapenv:Body></soapenv:Envelope>";

  private Envelope() {}

  /** One of {@code size} bytes, or as small as it can be. */
  public static byte[] of(int size) {
    int fill = Math.max(0, size - HEAD.length() - TAIL.length());
    return (HEAD + "x".repeat(fill) + TAIL).getBytes(StandardCharsets.UTF_8);
  }
}
