package org.dharch.servlet;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of messages a filter has in memory: of those that arrive, wait, have handlers, are
 * at their service, and of the responses that are kept back. The bound is hard for what arrives and
 * for responses; what handlers add to a message that is in is counted, but not refused. Safe for
 * any thread.
 */
final class HeldBytes {
  private final long max;
  private final AtomicLong held = new AtomicLong();

  HeldBytes(long max) {
    this.max = max;
  }

  long max() {
    return max;
  }

  /** Whether {@code more} would be taken now. */
  boolean hasRoomFor(long more) {
    return held.get() <= max - more;
  }

  /** Nothing yet, of one exchange. */
  Share share() {
    return new Share();
  }

  /** What one exchange holds of it. Safe for any thread. */
  final class Share {
    private long mine; // guarded by this
    private boolean ended; // guarded by this

    private Share() {}

    /** Takes {@code more}; false if there is no room for it, or the exchange has ended. */
    synchronized boolean take(long more) {
      if (ended) {
        return false;
      }
      long now;
      do {
        now = held.get();
        if (now > max - more) {
          return false;
        }
      } while (!held.compareAndSet(now, now + more));
      mine += more;
      return true;
    }

    /** It holds {@code all} from now on, in place of what it held. */
    synchronized void is(long all) {
      if (!ended) {
        held.addAndGet(all - mine);
        mine = all;
      }
    }

    /** The exchange has ended; for the second time nothing happens. */
    synchronized void end() {
      is(0);
      ended = true;
    }
  }
}
