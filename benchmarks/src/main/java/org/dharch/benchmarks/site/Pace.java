package org.dharch.benchmarks.site;

import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.MessageContext;

/**
 * The waiting time of the simulated handlers and services of a request. The SOAP action carries it,
 * so that the envelope and its processing are equal at every pace.
 */
public enum Pace {
  /** Wait for the configured time. */
  WAITING("urn:work"),
  /**
   * Wait for the configured time, but at most 300 microseconds. Threads take the same code paths as
   * in long waits, so that a warm-up of thousands of requests compiles these paths within seconds.
   */
  BRIEFLY("urn:work:briefly"),
  /** Do not wait. */
  AT_ONCE("urn:work:at-once");

  private static final long BRIEF_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  private final String action;

  Pace(String action) {
    this.action = action;
  }

  /** Returns the action of its SOAP requests. */
  public String action() {
    return action;
  }

  /** Returns the pace of the request in {@code context}. */
  static Pace of(MessageContext context) {
    for (Pace pace : values()) {
      if (pace.action.equals(context.getSoapAction())) {
        return pace;
      }
    }
    return WAITING;
  }

  /** Returns the waiting time instead of {@code nanos}. */
  public long nanos(long nanos) {
    return switch (this) {
      case WAITING -> nanos;
      case BRIEFLY -> Math.min(nanos, BRIEF_NANOS);
      case AT_ONCE -> 0;
    };
  }
}
