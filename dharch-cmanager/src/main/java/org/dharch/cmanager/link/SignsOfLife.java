package org.dharch.cmanager.link;

import java.util.concurrent.TimeUnit;

/** When something came by a link last, and left. One thread. */
final class SignsOfLife {
  private final LinkBounds bounds;
  private long readAt;
  private long wroteAt;
  private long lookedAt;

  SignsOfLife(LinkBounds bounds) {
    this.bounds = bounds;
    this.readAt = System.nanoTime();
    this.wroteAt = readAt;
    this.lookedAt = readAt;
  }

  /** Bytes have come, of a block that is whole or not. */
  void read() {
    readAt = System.nanoTime();
  }

  /** A block leaves. */
  void wrote() {
    wroteAt = System.nanoTime();
  }

  /** To be called each {@code aliveMillis}; called late, it says nothing of the other end. */
  void look() {
    long now = System.nanoTime();
    if (now - lookedAt > nanos(2L * bounds.aliveMillis())) {
      readAt = now;
    }
    lookedAt = now;
  }

  /** Whether nothing has come for too long. */
  boolean isSilent() {
    return lookedAt - readAt > nanos(bounds.silentMillis());
  }

  /** Whether something should leave. */
  boolean owesOne() {
    return lookedAt - wroteAt > nanos(bounds.aliveMillis()) / 2;
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
