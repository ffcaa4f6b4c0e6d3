package org.dharch.cli.chaos;

import java.time.Duration;
import java.util.List;

/**
 * How the service took one fault.
 *
 * @param fault what was done
 * @param first from the fault to the first good answer to a request that was begun after it
 * @param settled from the fault until from when on every request had its good answer within half a
 *     second
 */
record Recovery(String fault, Duration first, Duration settled) {
  private static final long PROMPT_NANOS = Duration.ofMillis(500).toNanos();

  /**
   * Looks at the requests begun from {@code at} to {@code until}.
   *
   * @param at when the fault was, or was mended
   */
  static Recovery of(String fault, List<ChaosAnswer> answers, long at, long until) {
    long first = until;
    long settled = at;
    for (ChaosAnswer answer : answers) {
      if (answer.oneWay() || answer.begun() < at || answer.begun() > until) {
        continue;
      }
      if (answer.good()) {
        first = Math.min(first, answer.ended());
      }
      boolean prompt = answer.good() && answer.took().toNanos() <= PROMPT_NANOS;
      if (!prompt && until - answer.begun() > PROMPT_NANOS) { // else it may be the next fault's
        settled = Math.max(settled, answer.begun());
      }
    }
    return new Recovery(fault, Duration.ofNanos(first - at), Duration.ofNanos(settled - at));
  }
}
