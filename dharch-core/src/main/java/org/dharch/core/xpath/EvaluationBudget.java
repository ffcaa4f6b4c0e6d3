package org.dharch.core.xpath;

import org.dharch.core.message.MalformedMessageException;

/**
 * Bounds the cost of evaluating conditions on one message. The time of an XPath can grow with any
 * power of the message's size, and an empty repetition has no natural bound. Each visited node,
 * each operation, text by its length, and each construct costs a fixed number of units, the same on
 * every machine. Not thread-safe.
 */
public final class EvaluationBudget {
  /** The limit for a small message: about half a second. */
  public static final long MOST = 20_000_000;

  /** Additional units for each byte of the message: permits a few visits of each node. */
  private static final int MOST_A_BYTE = 8;

  /** The budget for evaluation on the event loop: one or two milliseconds. */
  public static final long AT_ONCE = 20_000;

  /** The number of characters that cost as much as a visited node. */
  private static final int CHARACTERS_A_STEP = 16;

  private final long steps;
  private long left;

  public static final class ExceededException extends MalformedMessageException {
    private static final long serialVersionUID = 1;

    ExceededException(String message) {
      super(message);
    }

    ExceededException(long steps) {
      super("the conditions of a message must be evaluated in at most " + steps + " steps");
    }
  }

  /** The largest permitted budget for a message of this many bytes. */
  public static EvaluationBudget most(long bytes) {
    return new EvaluationBudget(MOST + MOST_A_BYTE * bytes);
  }

  /**
   * @param steps the number of units; at least one
   */
  public EvaluationBudget(long steps) {
    if (steps < 1) {
      throw new IllegalArgumentException("steps must be at least 1 (got " + steps + ")");
    }
    this.steps = steps;
    this.left = steps;
  }

  /**
   * Spends units for the next step.
   *
   * @throws ExceededException if it costs more than the remaining budget
   */
  public void spend(long cost) {
    left -= cost;
    if (left < 0) {
      throw new ExceededException(steps);
    }
  }

  /** Pays for reading {@code text}. */
  void read(String text) {
    spend(1 + text.length() / CHARACTERS_A_STEP);
  }

  /** The spent units; exceeds the budget after a failure. */
  public long spent() {
    return steps - left;
  }
}
