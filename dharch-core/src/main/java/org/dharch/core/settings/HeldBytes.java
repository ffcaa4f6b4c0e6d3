package org.dharch.core.settings;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.message.DHArchException;

/**
 * The bound on bytes of messages in a gateway's memory; a bound on their number alone would not
 * limit memory. Hard for incoming messages; what handlers add to an admitted message is counted,
 * but not rejected. Safe for any thread.
 */
public final class HeldBytes {
  /** The parameter that says how many. */
  public static final String PARAMETER = "dharch.maxHeldBytes";

  private final long max;
  private final AtomicLong held = new AtomicLong();

  private HeldBytes(long max) {
    this.max = max;
  }

  /**
   * The value of {@link #PARAMETER}; empty if it is not set.
   *
   * @throws DHArchException naming its value and what is allowed
   */
  public static Optional<Long> said(Parameters parameters) {
    return parameters.text(PARAMETER).map(HeldBytes::bytes);
  }

  /**
   * None yet, of {@code said} at most; of a quarter of the heap if it is empty, but of no less than
   * two of the largest messages need.
   *
   * @throws DHArchException if less is said than one message may have
   */
  public static HeldBytes of(Optional<Long> said, int maxPayloadBytes) {
    if (said.isPresent() && said.get() < maxPayloadBytes) {
      throw new DHArchException(
          PARAMETER
              + " must be at least dharch.maxPayloadBytes="
              + maxPayloadBytes
              + " (got "
              + said.get()
              + ")");
    }
    return new HeldBytes(
        said.orElse(Math.max(Runtime.getRuntime().maxMemory() / 4, 2L * maxPayloadBytes)));
  }

  private static long bytes(String text) {
    try {
      long bytes = Long.parseLong(text);
      if (bytes > 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // said below, like a number that is too small
    }
    throw new DHArchException(
        PARAMETER + " must be a whole number of at least 1 (got " + text + ")");
  }

  /** Why a message for which there is no room has to come again. */
  public String noCapacity() {
    return "every place is taken: " + max + " bytes of messages are held";
  }

  /** Whether {@code more} would be taken now. */
  public boolean hasCapacityFor(long more) {
    return held.get() <= max - more;
  }

  /** Nothing yet, of one message or exchange. */
  public Reservation reservation() {
    return new Reservation();
  }

  /** The bytes that one message or exchange holds. Safe for any thread. */
  public final class Reservation {
    private long mine; // guarded by this
    private boolean ended; // guarded by this

    private Reservation() {}

    /** Takes {@code more}; false if there is no room for it, or this has ended. */
    public synchronized boolean take(long more) {
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
    public synchronized void is(long all) {
      if (!ended) {
        held.addAndGet(all - mine);
        mine = all;
      }
    }

    /** It holds nothing any more; for the second time nothing happens. */
    public synchronized void end() {
      is(0);
      ended = true;
    }
  }
}
