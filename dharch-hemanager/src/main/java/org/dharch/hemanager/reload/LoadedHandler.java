package org.dharch.hemanager.reload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.DHHandler;
import org.dharch.hemanager.document.HandlerSpec;

/** A handler of one generation, with the number of calls in it. Safe for any thread. */
final class LoadedHandler implements AutoCloseable {
  /** More than the possible number of calls. */
  private static final int SEALED = 1 << 30;

  private final HandlerSpec spec;
  private final DHHandler handler;
  private final FolderTimers timers;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param handler initialized
   * @param timers end before it is closed
   */
  LoadedHandler(HandlerSpec spec, DHHandler handler, FolderTimers timers) {
    this.spec = spec;
    this.handler = handler;
    this.timers = timers;
  }

  HandlerSpec spec() {
    return spec;
  }

  DHHandler handler() {
    return handler;
  }

  /** Begins a call, which must end by {@link #leave}; false if it is sealed. */
  boolean enter() {
    if (calls.incrementAndGet() < SEALED) {
      return true;
    }
    calls.decrementAndGet();
    return false;
  }

  void leave() {
    calls.decrementAndGet();
  }

  /** Seals the handler if no call is running; returns whether it did. */
  boolean sealIfQuiet() {
    return calls.get() >= SEALED || calls.compareAndSet(0, SEALED);
  }

  /**
   * Prevents further calls.
   *
   * @return the number of running ones
   */
  int seal() {
    return calls.getAndUpdate(n -> n >= SEALED ? n : n + SEALED) % SEALED;
  }

  /** Seals and closes it. Idempotent. */
  @Override
  public void close() {
    seal();
    timers.end();
    if (closed.compareAndSet(false, true)) {
      handler.close();
    }
  }
}
