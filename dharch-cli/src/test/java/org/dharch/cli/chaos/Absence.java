package org.dharch.cli.chaos;

/**
 * When there was no server.
 *
 * @param from right before its kill, in nanoseconds of the monotonic clock
 * @param to when the next one listened
 */
record Absence(long from, long to) {
  /** Whether a request may have met it. */
  boolean meets(ChaosAnswer answer) {
    return answer.begun() <= to && answer.ended() >= from;
  }
}
