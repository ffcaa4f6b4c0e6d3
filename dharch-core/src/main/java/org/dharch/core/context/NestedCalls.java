package org.dharch.core.context;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The requests that are there for the sake of one, because its service calls others behind the same
 * manager, and these perhaps others. They take no slots: the first of them holds one, waits for
 * them, and does nothing meanwhile; if they waited for slots that such as it hold, all would stand
 * still. Instead there are at most {@value #MOST} of them. Safe for any thread.
 */
public final class NestedCalls {
  public static final int MOST = 8;

  private final AtomicInteger calls = new AtomicInteger();

  /** A request that is one of these, until it is over. */
  public final class Call {
    private boolean over; // guarded by this

    /** The others and itself. */
    public NestedCalls family() {
      return NestedCalls.this;
    }

    /** Makes room for another. Idempotent. */
    public synchronized void over() {
      if (!over) {
        over = true;
        calls.decrementAndGet();
      }
    }
  }

  /** One more; empty if there are too many. */
  public Optional<Call> add() {
    if (calls.incrementAndGet() > MOST) {
      calls.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(new Call());
  }
}
