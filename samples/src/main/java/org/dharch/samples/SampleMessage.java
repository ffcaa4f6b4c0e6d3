package org.dharch.samples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * One request to {@link SampleService#process} and the expected response.
 *
 * @param id the request's own id, which the response repeats
 * @param envelope the SOAP envelope in UTF-8; not to be written to
 * @param soap12 whether it is SOAP 1.2, otherwise 1.1
 * @param documentDigest SHA-256 of the document before compression
 * @param secretDigest SHA-256 of the secret before encryption
 */
public record SampleMessage(
    String id, byte[] envelope, boolean soap12, String documentDigest, String secretDigest) {
  private static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";

  /** Returns the same request in SOAP 1.2. */
  public SampleMessage inSoap12() {
    byte[] other = new String(envelope, UTF_8).replace(NS11, NS12).getBytes(UTF_8);
    return new SampleMessage(id, other, true, documentDigest, secretDigest);
  }

  /** Returns the value of the header Content-Type; in SOAP 1.2 it includes the action. */
  public String contentType() {
    return soap12
        ? "application/soap+xml; charset=utf-8; action=\"" + SampleNames.PROCESS_ACTION + "\""
        : "text/xml; charset=utf-8";
  }

  /** Returns the error in {@code answer}, the SOAP envelope as text; empty if it is correct. */
  public Optional<String> problemOf(String answer) {
    if (!answer.contains(">" + id + "</")) {
      return Optional.of("the answer has not id " + id + ": " + start(answer));
    }
    if (!answer.contains(">" + documentDigest + "</")) {
      return Optional.of("message " + id + ": the document did not arrive decompressed");
    }
    if (!answer.contains(">" + secretDigest + "</")) {
      return Optional.of("message " + id + ": the secret did not arrive decrypted");
    }
    return Optional.empty();
  }

  private static String start(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() > 300 ? line.substring(0, 300) + "…" : line;
  }
}
