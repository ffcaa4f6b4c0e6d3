package org.dharch.handlers;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.Deflater;

/** Reuses deflaters, because the allocation of their native memory is expensive. Thread-safe. */
final class Deflaters implements AutoCloseable {
  private static final int MAX_IDLE = 8;

  private final int level;
  private final boolean isRaw;
  private final BlockingQueue<Deflater> idle = new ArrayBlockingQueue<>(MAX_IDLE);

  /**
   * @param level from 1 (fast) to 9 (small), as in {@link Deflater}
   */
  Deflaters(Compression algorithm, int level) {
    this.level = level;
    this.isRaw = algorithm.isRaw();
  }

  /** Returns an unused deflater, to be returned with {@link #giveBack}. */
  Deflater borrow() {
    Deflater deflater = idle.poll();
    return deflater == null ? new Deflater(level, isRaw) : deflater;
  }

  void giveBack(Deflater deflater) {
    deflater.reset();
    if (!idle.offer(deflater)) {
      deflater.end();
    }
  }

  @Override
  public void close() {
    for (Deflater deflater = idle.poll(); deflater != null; deflater = idle.poll()) {
      deflater.end();
    }
  }
}
