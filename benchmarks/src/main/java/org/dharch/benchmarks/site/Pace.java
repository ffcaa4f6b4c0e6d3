package org.dharch.benchmarks.site;

import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.MessageContext;

/**
 * How long the simulated handlers and services of a request wait. It travels as the SOAP action, so
 * that the envelope, and with it all that is done to it, is the same at every pace.
 */
public enum Pace {
  /** As they are set to. */
  WAITING("urn:work"),
  /**
   * As they are set to, but at most 300 microseconds: the threads go the ways that they go when
   * they wait for long, so that a warm-up of thousands of requests compiles those, and takes
   * seconds.
   */
  BRIEFLY("urn:work:briefly"),
  /** Not at all. */
  AT_ONCE("urn:work:at-once");

  private static final long BRIEF_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  private final String action;

  Pace(String action) {
    this.action = action;
  }

  /** The action of its SOAP requests. */
  public String action() {
    return action;
  }

  /** That of the request in {@code context}. */
  static Pace of(MessageContext context) {
    for (Pace pace : values()) {
      if (pace.action.equals(context.getSoapAction())) {
        return pace;
      }
    }
    return WAITING;
  }

  /** How long to wait instead of {@code nanos}. */
  public long nanos(long nanos) {
    return switch (this) {
      case WAITING -> nanos;
      case BRIEFLY -> Math.min(nanos, BRIEF_NANOS);
      case AT_ONCE -> 0;
    };
  }
}
