package org.dharch.cmanager.guard;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The memory budget for incomplete and unprocessed frames of more than {@link #SMALL} bytes on
 * connections to the embedded broker. A connection that starts one waits until there is budget for
 * all of it; a node may have one at a time. A connection that takes too long is closed when another
 * waits. Safe for any thread.
 */
public final class FrameBudget {
  /** Frames of at most this many bytes need no budget. */
  static final int SMALL = 64 << 10;

  /** The reservation of one connection. */
  final class Reservation {
    private Runnable close = () -> {};
    private Optional<BrokerLogin.Node> node = Optional.empty();
    private long bytes;
    private long since;
    private boolean closed;

    private Reservation() {}

    /** Sets how a waiting connection closes this one if it takes too long. */
    void onTimeout(Runnable value) {
      synchronized (FrameBudget.this) {
        close = value;
      }
    }

    /** Assigns the reservation to a node. */
    void ofNode(BrokerLogin.Node name) {
      synchronized (FrameBudget.this) {
        node = Optional.of(name);
      }
    }

    /**
     * Waits for the budget for a frame of this many bytes.
     *
     * @throws IOException if there was none for too long, or the connection is closed
     */
    void take(int frame) throws IOException {
      if (frame > SMALL) {
        FrameBudget.this.take(this, frame);
      }
    }

    /** Releases the frame, because it is processed or its rest is not expected. */
    void leave() {
      synchronized (FrameBudget.this) {
        if (bytes > 0) {
          used -= bytes;
          bytes = 0;
          reservations.remove(this);
          FrameBudget.this.notifyAll();
        }
      }
    }

    void close() {
      synchronized (FrameBudget.this) {
        closed = true;
        leave();
        FrameBudget.this.notifyAll();
      }
    }

    private void endOnce() {
      close.run();
      close = () -> {};
    }

    private boolean isSameNode(Reservation other) {
      return node.isPresent() && node.equals(other.node);
    }
  }

  private final long maxBytes;
  private final long patienceNanos;
  private final long limitNanos;
  private final Set<Reservation> reservations =
      new HashSet<>(); // this and the next: guarded by this
  private long used;

  /**
   * @param maxBytes the budget in bytes of all frames, if there is more than one
   * @param patience the longest wait of a frame
   * @param limit the time after which a frame can be closed when others wait
   */
  public FrameBudget(long maxBytes, Duration patience, Duration limit) {
    this.maxBytes = maxBytes;
    this.patienceNanos = patience.toNanos();
    this.limitNanos = limit.toNanos();
  }

  Reservation reserve() {
    return new Reservation();
  }

  synchronized long usedBytes() {
    return used;
  }

  private synchronized void take(Reservation reserve, int frame) throws IOException {
    long begin = System.nanoTime();
    while (isFull(frame) || reservations.stream().anyMatch(reserve::isSameNode)) {
      long now = System.nanoTime();
      if (reserve.closed || now - begin > patienceNanos) {
        throw new IOException(
            "no memory for a frame of "
                + frame
                + " bytes ("
                + used
                + " of "
                + maxBytes
                + " in use)");
      }
      reservations.stream()
          .filter(each -> now - each.since > limitNanos)
          .forEach(Reservation::endOnce);
      await(Math.min(limitNanos, patienceNanos));
    }
    reserve.bytes = frame;
    reserve.since = System.nanoTime();
    used += frame;
    reservations.add(reserve);
  }

  /** A frame larger than the budget uses all of it alone. */
  private boolean isFull(int frame) {
    return used > 0 && used + frame > maxBytes;
  }

  private void await(long nanos) throws IOException {
    try {
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, nanos / 8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while waiting for memory").initCause(e);
    }
  }
}
