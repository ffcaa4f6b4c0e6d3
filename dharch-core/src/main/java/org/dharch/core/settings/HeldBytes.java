package org.dharch.core.settings;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.message.DHArchException;

/**
 * The bound on bytes of messages in a gateway's memory, in addition to the bound on their number.
 * Hard for incoming messages; what handlers add to an admitted message is counted, but not
 * rejected. Safe for any thread.
 */
public final class HeldBytes {
  public static final String PARAMETER = "dharch.maxHeldBytes";

  private final long max;
  private final AtomicLong held = new AtomicLong();

  private HeldBytes(long max) {
    this.max = max;
  }

  /**
   * The value of {@link #PARAMETER}; empty if it is not set.
   *
   * @throws DHArchException naming its value and the allowed values
   */
  public static Optional<Long> configured(Parameters parameters) {
    return parameters.text(PARAMETER).map(HeldBytes::bytes);
  }

  /** Creates an empty budget: a quarter of the heap, but at least two of the largest messages. */
  public static HeldBytes byDefault(int maxPayloadBytes) {
    return new HeldBytes(Math.max(Runtime.getRuntime().maxMemory() / 4, 2L * maxPayloadBytes));
  }

  /**
   * Creates an empty budget of {@code configured} bytes.
   *
   * @throws DHArchException if it is less than one message may need
   */
  public static HeldBytes of(long configured, int maxPayloadBytes) {
    if (configured < maxPayloadBytes) {
      throw new DHArchException(
          PARAMETER
              + " must be at least dharch.maxPayloadBytes="
              + maxPayloadBytes
              + " (got "
              + configured
              + ")");
    }
    return new HeldBytes(configured);
  }

  private static long bytes(String text) {
    try {
      long bytes = Long.parseLong(text);
      if (bytes > 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number that is too small
    }
    throw new DHArchException(
        PARAMETER + " must be a whole number of at least 1 (got " + text + ")");
  }

  /** The error for a message beyond the bound. */
  public String noCapacity() {
    return "every place is taken: " + max + " bytes of messages are held";
  }

  /** Whether {@code more} bytes are available now. */
  public boolean hasCapacityFor(long more) {
    return held.get() <= max - more;
  }

  /** Creates an empty reservation for one message or exchange. */
  public Reservation reservation() {
    return new Reservation();
  }

  /** The bytes of one message or exchange. Safe for any thread. */
  public final class Reservation {
    private long mine; // guarded by this
    private boolean ended; // guarded by this

    private Reservation() {}

    /** Reserves {@code more} bytes; false if they are not available, or this has ended. */
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

    /** Sets the reserved bytes to {@code all}. */
    public synchronized void is(long all) {
      if (!ended) {
        held.addAndGet(all - mine);
        mine = all;
      }
    }

    /** Releases everything. Idempotent. */
    public synchronized void end() {
      is(0);
      ended = true;
    }
  }
}
