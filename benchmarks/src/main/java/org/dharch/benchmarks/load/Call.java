package org.dharch.benchmarks.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * One request and the check of its answer.
 *
 * @param kind the kind, by which latencies are grouped
 * @param contentType the content type of the body
 * @param action the SOAPAction; empty for none
 * @param client the value of the header {@value #CLIENT}; empty for none
 * @param body an envelope in UTF-8, or other content
 * @param check finds errors in an answer
 */
public record Call(
    String kind, String contentType, String action, String client, byte[] body, AnswerCheck check) {
  /** The HTTP header that names the client. */
  public static final String CLIENT = "X-Client";

  /** The content type of SOAP 1.1. */
  public static final String SOAP = "text/xml; charset=UTF-8";

  /** Returns a call with a SOAP 1.1 envelope whose answer is checked as text. */
  public static Call soap(
      String kind,
      String action,
      String client,
      byte[] envelope,
      Function<String, Optional<String>> problem) {
    return new Call(kind, SOAP, action, client, envelope, AnswerCheck.text(problem));
  }

  /** Checks an answer. */
  @FunctionalInterface
  public interface AnswerCheck {
    /** Returns the error in the answer's body, a buffer with an array; empty if it is right. */
    Optional<String> problem(ByteBuffer answer);

    /** Returns a check of the answer as UTF-8 text. */
    static AnswerCheck text(Function<String, Optional<String>> problem) {
      return answer ->
          problem.apply(
              new String(
                  answer.array(),
                  answer.arrayOffset() + answer.position(),
                  answer.remaining(),
                  StandardCharsets.UTF_8));
    }
  }
}
