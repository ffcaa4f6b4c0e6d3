package org.dharch.ws.handlers;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a fact that repeats itself be said at once, and then every ten seconds, with how often it
 * came since. Any thread.
 */
final class SaidSeldom {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanos;
  private boolean isSaid; // of this monitor, as all that follows
  private long sayAt;
  private long unsaid;

  SaidSeldom(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** It came once more. How often it came without being said, if it is to be said now. */
  synchronized OptionalLong came() {
    long now = nanos.getAsLong();
    if (isSaid && now - sayAt < 0) {
      unsaid++;
      return OptionalLong.empty();
    }
    OptionalLong before = OptionalLong.of(unsaid);
    isSaid = true;
    sayAt = now + EVERY_NANOS;
    unsaid = 0;
    return before;
  }

  /** It is over: when it comes again it is said at once. */
  synchronized void over() {
    isSaid = false;
    unsaid = 0;
  }

  /** Behind what is said, if it came more often. */
  static String more(long unsaid) {
    return unsaid == 0 ? "" : " (and " + unsaid + " times more since that was said last)";
  }
}
