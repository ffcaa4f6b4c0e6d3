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
  /** Up to so many bytes a frame needs no room here. */
  static final int SMALL = 64 << 10;

  /** One connection's place. */
  final class Place {
    private Runnable close = () -> {};
    private Optional<BrokerLogin.Node> node = Optional.empty();
    private long bytes;
    private long since;
    private boolean closed;

    private Place() {}

    /** Sets how a waiting connection closes this one if it takes too long. */
    void closedBy(Runnable value) {
      synchronized (FrameBudget.this) {
        close = value;
      }
    }

    /** From now on it is a node's. */
    void ofNode(BrokerLogin.Node name) {
      synchronized (FrameBudget.this) {
        node = Optional.of(name);
      }
    }

    /**
     * Waits for room for a frame of so many bytes.
     *
     * @throws IOException if there was none for too long, or the connection is closed
     */
    void take(int frame) throws IOException {
      if (frame > SMALL) {
        FrameBudget.this.take(this, frame);
      }
    }

    /** The frame is processed, or the rest of it is no longer expected. */
    void leave() {
      synchronized (FrameBudget.this) {
        if (bytes > 0) {
          held -= bytes;
          bytes = 0;
          taken.remove(this);
          FrameBudget.this.notifyAll();
        }
      }
    }

    /** The connection is closed. */
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

    private boolean isSameNode(Place other) {
      return node.isPresent() && node.equals(other.node);
    }
  }

  private final long most;
  private final long patienceNanos;
  private final long limitNanos;
  private final Set<Place> taken = new HashSet<>(); // this and the next: guarded by this
  private long held;

  /**
   * @param most bytes of all frames together, if there is more than one
   * @param patience how long a frame waits
   * @param limit how long one may take that others wait for
   */
  public FrameBudget(long most, Duration patience, Duration limit) {
    this.most = most;
    this.patienceNanos = patience.toNanos();
    this.limitNanos = limit.toNanos();
  }

  /** A connection's place, in which it has nothing yet. */
  Place place() {
    return new Place();
  }

  /** The bytes that are taken. */
  synchronized long held() {
    return held;
  }

  private synchronized void take(Place place, int frame) throws IOException {
    long begin = System.nanoTime();
    while (isFull(frame) || taken.stream().anyMatch(place::isSameNode)) {
      long now = System.nanoTime();
      if (place.closed || now - begin > patienceNanos) {
        throw new IOException(
            "no memory for a frame of " + frame + " bytes (" + held + " of " + most + " in use)");
      }
      taken.stream().filter(each -> now - each.since > limitNanos).forEach(Place::endOnce);
      await(Math.min(limitNanos, patienceNanos));
    }
    place.bytes = frame;
    place.since = System.nanoTime();
    held += frame;
    taken.add(place);
  }

  /** A frame larger than the budget uses all of it alone. */
  private boolean isFull(int frame) {
    return held > 0 && held + frame > most;
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
