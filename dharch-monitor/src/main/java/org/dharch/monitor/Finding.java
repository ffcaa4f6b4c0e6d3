package org.dharch.monitor;

/**
 * A finding of the {@link Doctor}.
 *
 * @param grade its severity
 * @param what the problem, in one line
 * @param remedy the remedy, in one line
 */
record Finding(Grade grade, String what, String remedy) {
  /** How bad it is. */
  enum Grade {
    /** Messages fail or are not begun. */
    PROBLEM,
    /** It works, but not as it should. */
    WARNING,
    /** It would go better otherwise. */
    ADVICE
  }
}
