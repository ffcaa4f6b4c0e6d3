package org.dharch.core.execution.event;

import java.time.Duration;

/**
 * The default timeouts of an execution, for what the message, its orchestration and its entries do
 * not define. Immutable.
 *
 * @param deadline of a message, from admission to its end
 * @param toStart of the wait for a node's capacity, and on the node for a worker
 * @param toFinish of one attempt of a handler
 * @param transferAllowance for the round trip to a node, in addition to the two above
 * @param toCompensate of the compensation of a message, and of its completion callbacks
 */
public record Timeouts(
    Duration deadline,
    Duration toStart,
    Duration toFinish,
    Duration transferAllowance,
    Duration toCompensate) {

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
   * Checks a timeout.
   *
   * @throws IllegalArgumentException naming the field, if it is not positive or exceeds 365 days
   */
  public static void allowed(String field, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          field + " must be positive and at most 365 days (got " + value + ")");
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
