package org.dharch.core.context;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The nested calls of one request: requests that its service sends to services behind the same
 * manager, and their nested calls. They take no slots: the first request holds one and waits for
 * them. If they waited for slots that such requests hold, all would block each other. Instead at
 * most {@value #MOST} are admitted. Safe for any thread.
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
