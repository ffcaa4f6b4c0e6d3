package org.dharch.core.execution;

import java.time.Duration;

/**
 * How long what a message's execution waits for may take, where the message, its orchestration or
 * its handlers' entries do not say. Immutable.
 *
 * @param deadline a whole message, from admission to its end
 * @param toStart a handler's wait for its turn, on a node or for room there
 * @param toFinish one attempt of a handler
 * @param transferAllowance the way to a node and back, beside these two
 * @param toCompensate compensating a message that halts, and again telling handlers of a message's
 *     end
 */
public record Timeouts(
    Duration deadline,
    Duration toStart,
    Duration toFinish,
    Duration transferAllowance,
    Duration toCompensate) {

  /** 30 s for a message, 10 s to start, to finish and to unwind, 2 s for the way. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10));

  public Timeouts {
    allowed("deadline", deadline);
    allowed("timeToStart", toStart);
    allowed("timeToFinish", toFinish);
    allowed("transferAllowance", transferAllowance);
    allowed("timeToCompensate", toCompensate);
  }

  /**
   * Checks a duration of a configuration.
   *
   * @throws IllegalArgumentException naming the field, if it is not more than zero and at most 365
   *     days
   */
  public static void allowed(String field, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          field + "=" + value + "; more than zero and at most 365 days is allowed");
    }
  }

  public Timeouts deadline(Duration value) {
    return new Timeouts(value, toStart, toFinish, transferAllowance, toCompensate);
  }

  public Timeouts toStart(Duration value) {
    return new Timeouts(deadline, value, toFinish, transferAllowance, toCompensate);
  }

  public Timeouts toFinish(Duration value) {
    return new Timeouts(deadline, toStart, value, transferAllowance, toCompensate);
  }

  public Timeouts transferAllowance(Duration value) {
    return new Timeouts(deadline, toStart, toFinish, value, toCompensate);
  }

  public Timeouts toCompensate(Duration value) {
    return new Timeouts(deadline, toStart, toFinish, transferAllowance, value);
  }
}
