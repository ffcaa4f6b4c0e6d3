package org.dharch.hemanager.reload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.DHHandler;
import org.dharch.hemanager.document.HandlerSpec;

/**
 * A handler as it was made of its folder at one moment, and how many calls are in it. Safe for any
 * thread.
 */
final class LoadedHandler implements AutoCloseable {
  /** More than there can be calls. */
  private static final int SEALED = 1 << 30;

  private final HandlerSpec spec;
  private final DHHandler handler;
  private final FolderTimers timers;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Of {@code handler}, which has been initialized.
   *
   * @param timers which end before it is closed
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

  /** A call begins, and {@link #leave} is to follow; false if none may begin any more. */
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

  /** No call begins any more, if there is none now; whether that is so. */
  boolean sealIfQuiet() {
    return calls.get() >= SEALED || calls.compareAndSet(0, SEALED);
  }

  /**
   * No call begins any more.
   *
   * @return how many have not come back
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
