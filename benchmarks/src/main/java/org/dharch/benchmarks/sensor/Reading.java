package org.dharch.benchmarks.sensor;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A message of the sensor: a reading that is both an event and an update of its resource. A filler
 * text gives it its size. Immutable.
 *
 * @param id identifies the reading
 */
record Reading(String id) {
  static final String NAMESPACE = "urn:dharch:bench:sensor";
  static final int KILOBYTES = 2;
  static final String TOPIC = "/sensor/california";

  /** The service's text when the resource handler has left no header block. */
  static final String NO_BLOCK = "no block";

  /** The service's text for the first reading of a resource. */
  static final String NOTHING_BEFORE = "nothing";

  private static final String NOTE = "x".repeat(KILOBYTES * 1024);

  byte[] envelope() {
    String text =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>"
            + "<d:ResourceId xmlns:d=\"urn:dharch:resource:1\">station</d:ResourceId></s:Header>"
            + "<s:Body><r:reading xmlns:r=\""
            + NAMESPACE
            + "\"><location>california</location><id>"
            + id
            + "</id><note>"
            + NOTE
            + "</note></r:reading></s:Body></s:Envelope>";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the expected answer of the service. */
  static String answer(String id, String before) {
    return id + " after " + before;
  }

  /**
   * Returns the error in an answer; empty if it is right.
   *
   * @param before the previous reading of the resource
   */
  Optional<String> problemOf(byte[] answer, String before) {
    String text = new String(answer, StandardCharsets.UTF_8);
    String expected = answer(id, before);
    return text.contains(">" + expected + "</")
        ? Optional.empty()
        : Optional.of("'" + expected + "' must be the answer (got " + text);
  }
}
