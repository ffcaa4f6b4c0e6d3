package org.dharch.cmanager.link;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tracks the latest read and write of a link. After a large write the other end may be silent for
 * longer, because the thread that writes decodes the frame. Not thread-safe.
 */
final class KeepAlive {
  /** The assumed minimum speed at which a starved end reads and decodes. */
  private static final long BYTES_A_SECOND = 4 << 20;

  private final LinkBounds bounds;
  private final LongSupplier nanoTime;
  private long readAt;
  private long writtenAt;
  private long tickedAt;
  private long unanswered;

  KeepAlive(LinkBounds bounds) {
    this(bounds, System::nanoTime);
  }

  KeepAlive(LinkBounds bounds, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.nanoTime = nanoTime;
    this.readAt = nanoTime.getAsLong();
    this.writtenAt = readAt;
    this.tickedAt = readAt;
  }

  /** Records received bytes, also of an incomplete block. */
  void onRead() {
    readAt = nanoTime.getAsLong();
    unanswered = 0;
  }

  /** Records a written block. */
  void onWrite(int bytes) {
    writtenAt = nanoTime.getAsLong();
    unanswered += bytes;
  }

  /** Call it every {@code aliveMillis}; a late call does not count against the other end. */
  void tick() {
    long now = nanoTime.getAsLong();
    if (now - tickedAt > TimeUnit.MILLISECONDS.toNanos(2L * bounds.aliveMillis())) {
      readAt = now;
    }
    tickedAt = now;
  }

  /** Whether nothing was received for too long. */
  boolean isSilent() {
    long millis = bounds.silentMillis() + TimeUnit.SECONDS.toMillis(unanswered) / BYTES_A_SECOND;
    return tickedAt - readAt > TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Whether an empty block is due. */
  boolean isWriteDue() {
    return tickedAt - writtenAt > TimeUnit.MILLISECONDS.toNanos(bounds.aliveMillis()) / 2;
  }
}
