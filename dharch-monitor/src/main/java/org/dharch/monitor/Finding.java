package org.dharch.monitor;

/**
 * A finding of the {@link Doctor}.
 *
 * @param grade its severity
 * @param what the problem, in one line
 * @param remedy the remedy, in one line
 */
record Finding(Grade grade, String what, String remedy) {
  /** The severity. */
  enum Grade {
    /** Messages fail or are not started. */
    PROBLEM,
    /** A degraded state. */
    WARNING,
    /** A possible improvement. */
    ADVICE
  }
}
