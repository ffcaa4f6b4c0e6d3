package org.dharch.servlet;

import java.net.URI;
import java.util.Optional;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;

/** A message that is delivered to its service without a client. */
final class Delivery {
  private final Submission submission;
  private final URI address;
  private final long endAt;
  private volatile Optional<Outcome.Completed> outcome = Optional.empty();
  private volatile boolean arrived;

  /**
   * @param endAt its deadline, by {@link System#nanoTime()}
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

  /** Returns the nanoseconds until the deadline; 0 or less after it. */
  long left() {
    return endAt - System.nanoTime();
  }

  void completed(Outcome.Completed value) {
    outcome = Optional.of(value);
  }

  /** Valid after {@link #completed}. */
  Outcome.Completed outcome() {
    return outcome.orElseThrow();
  }

  /** Called when the filter has passed it to its service. */
  void arrives() {
    arrived = true;
  }

  boolean hasArrived() {
    return arrived;
  }
}
