package org.dharch.core;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;

/** What comes in from the bench's container, where a test says more of it than its flow. */
public final class Submissions {
  private Submissions() {}

  /** A request for {@code operation}. */
  static Submission operation(String operation) {
    return request(operation, MessageProperties.empty(), Optional.empty());
  }

  /** The same, to be done in that time. */
  public static Submission operation(String operation, Duration deadline) {
    return request(operation, MessageProperties.empty(), Optional.of(deadline));
  }

  /** The same with properties. */
  public static Submission operation(String operation, MessageProperties properties) {
    return request(operation, properties, Optional.empty());
  }

  private static Submission request(
      String operation, MessageProperties properties, Optional<Duration> deadline) {
    return of(Direction.IN, operation, properties, Optional.empty(), deadline);
  }

  /** A message whose orchestration is named, not found by a rule. */
  public static Submission named(Direction flow, String operation, String orchestration) {
    return of(
        flow, operation, MessageProperties.empty(), Optional.of(orchestration), Optional.empty());
  }

  private static Submission of(
      Direction flow,
      String operation,
      MessageProperties properties,
      Optional<String> orchestration,
      Optional<Duration> deadline) {
    return new Submission(
        flow,
        "Service",
        operation,
        "",
        new MessageContent(Bench.ENVELOPE, properties, Set.of()),
        orchestration,
        deadline,
        false,
        "",
        Optional.empty());
  }
}
