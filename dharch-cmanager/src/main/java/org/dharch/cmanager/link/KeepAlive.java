package org.dharch.cmanager.link;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The times of the latest read and write of a link. After a large write the other end may be silent
 * for longer, because the thread that writes decodes the frame. One thread.
 */
final class KeepAlive {
  /** An end that is starved reads and opens so much each second all the same. */
  private static final long BYTES_A_SECOND = 4 << 20;

  private final LinkBounds bounds;
  private final LongSupplier nanoTime;
  private long readAt;
  private long wroteAt;
  private long lookedAt;
  private long given;

  KeepAlive(LinkBounds bounds) {
    this(bounds, System::nanoTime);
  }

  KeepAlive(LinkBounds bounds, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.nanoTime = nanoTime;
    this.readAt = nanoTime.getAsLong();
    this.wroteAt = readAt;
    this.lookedAt = readAt;
  }

  /** Bytes have come, of a block that is whole or not. */
  void read() {
    readAt = nanoTime.getAsLong();
    given = 0;
  }

  /** A block of so many bytes leaves. */
  void wrote(int bytes) {
    wroteAt = nanoTime.getAsLong();
    given += bytes;
  }

  /** To be called each {@code aliveMillis}; called late, it says nothing of the other end. */
  void look() {
    long now = nanoTime.getAsLong();
    if (now - lookedAt > TimeUnit.MILLISECONDS.toNanos(2L * bounds.aliveMillis())) {
      readAt = now;
    }
    lookedAt = now;
  }

  /** Whether nothing has come for too long. */
  boolean isSilent() {
    long millis = bounds.silentMillis() + TimeUnit.SECONDS.toMillis(given) / BYTES_A_SECOND;
    return lookedAt - readAt > TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Whether something should leave. */
  boolean owesOne() {
    return lookedAt - wroteAt > TimeUnit.MILLISECONDS.toNanos(bounds.aliveMillis()) / 2;
  }
}
