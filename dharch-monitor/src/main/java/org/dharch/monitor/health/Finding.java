package org.dharch.monitor.health;

/**
 * A finding of the {@link Doctor}.
 *
 * @param grade its severity
 * @param what the problem, in one line
 * @param remedy the remedy, in one line
 */
public record Finding(Grade grade, String what, String remedy) {
  /** The severity. */
  public enum Grade {
    /** Messages fail or are not started. */
    PROBLEM,
    /** A degraded state. */
    WARNING,
    /** A possible improvement. */
    ADVICE
  }
}
