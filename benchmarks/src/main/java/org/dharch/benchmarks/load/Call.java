package org.dharch.benchmarks.load;

import java.util.Optional;

/**
 * One request and what its answer must be.
 *
 * @param kind of which kind it is: latencies are kept apart by it
 * @param action its SOAPAction
 * @param client who sends it, in the header {@value #CLIENT}; empty: nobody says so
 * @param envelope in UTF-8
 * @param check what is wrong with an answer
 */
public record Call(
    String kind, String action, Optional<String> client, byte[] envelope, AnswerCheck check) {
  /** The HTTP header that names the client. */
  public static final String CLIENT = "X-Client";

  /** Looks at an answer. */
  @FunctionalInterface
  public interface AnswerCheck {
    /** What is wrong with the answer, an envelope; empty if it is right. */
    Optional<String> problem(String answer);
  }
}
