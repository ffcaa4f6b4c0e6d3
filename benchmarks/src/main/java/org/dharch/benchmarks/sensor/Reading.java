package org.dharch.benchmarks.sensor;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A message of the sensor: a reading that is an event and an update of its resource at once. The
 * text of it that nobody looks at makes it as large as it is to be. Immutable.
 *
 * @param id told apart by it
 */
record Reading(String id) {
  static final String NAMESPACE = "urn:dharch:bench:sensor";
  static final int KILOBYTES = 2;
  static final String TOPIC = "/sensor/california";

  /** What the service says where the handler for resources has left nothing. */
  static final String NO_BLOCK = "no block";

  /** What it says of a resource's first reading. */
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

  /** What the service answers. */
  static String answer(String id, String before) {
    return id + " after " + before;
  }

  /**
   * What is wrong with an answer; empty if it is right.
   *
   * @param before the reading that the resource had
   */
  Optional<String> problemOf(byte[] answer, String before) {
    String text = new String(answer, StandardCharsets.UTF_8);
    String expected = answer(id, before);
    return text.contains(">" + expected + "</")
        ? Optional.empty()
        : Optional.of("'" + expected + "' was to be answered, and it was: " + text);
  }
}
