package org.dharch.servlet;

import java.net.URI;
import java.util.Optional;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;

/**
 * A message that goes to its service without a client, from when it is taken in until its service
 * has answered.
 */
final class Delivery {
  private final Submission submission;
  private final URI address;
  private final long endAt;
  private volatile Optional<Outcome.Completed> outcome = Optional.empty();
  private volatile boolean arrived;

  /**
   * @param endAt when nobody needs it any more, by {@link System#nanoTime()}
   */
  Delivery(Submission submission, URI address, long endAt) {
    this.submission = submission;
    this.address = address;
    this.endAt = endAt;
  }

  URI address() {
    return address;
  }

  String service() {
    return submission.service();
  }

  /** How many nanoseconds it has yet; 0 or less if none. */
  long left() {
    return endAt - System.nanoTime();
  }

  /** Its handlers have performed. */
  void completed(Outcome.Completed value) {
    outcome = Optional.of(value);
  }

  /** What they have left; there once it has completed. */
  Outcome.Completed outcome() {
    return outcome.orElseThrow();
  }

  /** The filter lets it through to its service. */
  void arrives() {
    arrived = true;
  }

  boolean hasArrived() {
    return arrived;
  }
}
