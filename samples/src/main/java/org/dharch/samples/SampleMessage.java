package org.dharch.samples;

import java.util.Optional;

/**
 * One request to {@link SampleService#process} and what its answer must say.
 *
 * @param id the request's own id, which the answer repeats
 * @param envelope the SOAP 1.1 envelope in UTF-8; not to be written to
 * @param documentDigest SHA-256 of the document before it was compressed
 * @param secretDigest SHA-256 of the secret before it was encrypted
 */
public record SampleMessage(
    String id, byte[] envelope, String documentDigest, String secretDigest) {

  /** What is wrong with {@code answer}, the SOAP envelope as text; empty if it is right. */
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
