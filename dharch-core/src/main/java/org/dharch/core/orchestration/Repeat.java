package org.dharch.core.orchestration;

import java.util.Objects;
import java.util.Optional;

/**
 * A bounded repetition.
 *
 * @param times the maximum number of rounds, 1 to {@value #MAX_TIMES}; the exact number without a
 *     condition
 * @param condition evaluated before each round; the repetition ends when it does not hold
 * @param body the repeated content; not empty
 */
public record Repeat(int times, Optional<Condition> condition, Sequence body) implements Construct {
  /** The maximum number of rounds. */
  public static final int MAX_TIMES = 100;

  public Repeat {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(body, "body");
    if (times < 1 || times > MAX_TIMES) {
      throw new IllegalArgumentException(
          "repeat times must be 1 to " + MAX_TIMES + " (got " + times + ")");
    }
    if (Constructs.mostHandlers(body) == 0) { // it would turn round for nothing
      throw new IllegalArgumentException("a repeat must have at least one stage");
    }
  }

  public static Repeat times(int times, Construct... body) {
    return new Repeat(times, Optional.empty(), Sequence.of(body));
  }

  /** As long as {@code condition} holds, at most {@code times} times. */
  public static Repeat whilst(Condition condition, int times, Construct... body) {
    return new Repeat(times, Optional.of(condition), Sequence.of(body));
  }
}
