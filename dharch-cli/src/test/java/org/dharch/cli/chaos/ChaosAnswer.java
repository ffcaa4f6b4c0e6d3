package org.dharch.cli.chaos;

import java.time.Duration;

/**
 * What came of one request.
 *
 * @param request its own id
 * @param message DHArch's id of it, if the answer says it; else empty
 * @param begun when it was sent, in nanoseconds of the monotonic clock
 * @param ended when the answer was here
 * @param note what a wrong one said
 */
record ChaosAnswer(
    Kind kind,
    boolean oneWay,
    String request,
    String message,
    long begun,
    long ended,
    String note) {
  enum Kind {
    /** 200 with the right answer; 202 for a letter. */
    GOOD,
    /** A SOAP fault. */
    FAULT,
    /** 503 with a SOAP fault. */
    BUSY,
    /** No answer at all. */
    HUNG,
    /** The connection failed. */
    BROKEN,
    /** Something else. */
    WRONG
  }

  boolean good() {
    return kind == Kind.GOOD;
  }

  Duration took() {
    return Duration.ofNanos(ended - begun);
  }
}
