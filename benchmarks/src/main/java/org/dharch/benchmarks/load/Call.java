package org.dharch.benchmarks.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * One request and what its answer must be.
 *
 * @param kind of which kind it is: latencies are kept apart by it
 * @param contentType what HTTP says of its body
 * @param action its SOAPAction; empty: it has none
 * @param client who sends it, in the header {@value #CLIENT}; empty: nobody says so
 * @param body an envelope in UTF-8, or whatever else is sent
 * @param check what is wrong with an answer
 */
public record Call(
    String kind,
    String contentType,
    Optional<String> action,
    Optional<String> client,
    byte[] body,
    AnswerCheck check) {
  /** The HTTP header that names the client. */
  public static final String CLIENT = "X-Client";

  /** Of an envelope of SOAP 1.1. */
  public static final String SOAP = "text/xml; charset=UTF-8";

  /** One with an envelope of SOAP 1.1, of whose answer the text is looked at. */
  public static Call soap(
      String kind,
      String action,
      Optional<String> client,
      byte[] envelope,
      Function<String, Optional<String>> problem) {
    return new Call(kind, SOAP, Optional.of(action), client, envelope, AnswerCheck.text(problem));
  }

  /** Looks at an answer. */
  @FunctionalInterface
  public interface AnswerCheck {
    /** What is wrong with the answer's body, a buffer with an array; empty if it is right. */
    Optional<String> problem(ByteBuffer answer);

    /** One that looks at the answer as text in UTF-8. */
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
