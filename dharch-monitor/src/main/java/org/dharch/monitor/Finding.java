package org.dharch.monitor;

/**
 * What {@link Doctor} has found.
 *
 * @param grade how bad it is
 * @param what is wrong, one line
 * @param remedy what can be done, one line
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
