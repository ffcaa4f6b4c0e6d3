package org.dharch.handlers;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.Deflater;

/**
 * Deflaters that are used again: each has a quarter of a megabyte outside the heap, which is filled
 * with zeros when it is made. A few are kept. Any thread.
 */
final class Deflaters implements AutoCloseable {
  private static final int MOST_KEPT = 8;

  private final int level;
  private final boolean bare;
  private final BlockingQueue<Deflater> kept = new ArrayBlockingQueue<>(MOST_KEPT);

  /**
   * None yet.
   *
   * @param level one of {@link Deflater}: 1 is fast, 9 is small
   */
  Deflaters(Compression algorithm, int level) {
    this.level = level;
    this.bare = algorithm.bare();
  }

  /** One that has done nothing, to be given back. */
  Deflater take() {
    Deflater deflater = kept.poll();
    return deflater == null ? new Deflater(level, bare) : deflater;
  }

  void give(Deflater deflater) {
    deflater.reset();
    if (!kept.offer(deflater)) {
      deflater.end();
    }
  }

  @Override
  public void close() {
    for (Deflater each = kept.poll(); each != null; each = kept.poll()) {
      each.end();
    }
  }
}
