package org.dharch.core;

import java.util.Map;
import java.util.TreeMap;

/**
 * How much work waits, by when its turn is: what a new message has before it. Turns are put
 * together in spans, so that adding, removing and asking cost little however many wait; a message
 * that turns within the asker's own span counts as after it, so the answer is rather too little.
 */
final class Backlog {
  private final long spanNanos;
  private final TreeMap<Long, long[]> bySpan = new TreeMap<>();

  Backlog(long spanNanos) {
    this.spanNanos = spanNanos;
  }

  void add(long turn, long sizeNanos) {
    long[] sum = bySpan.computeIfAbsent(Math.floorDiv(turn, spanNanos), span -> new long[2]);
    sum[0] += sizeNanos;
    sum[1]++;
  }

  void remove(long turn, long sizeNanos) {
    long span = Math.floorDiv(turn, spanNanos);
    long[] sum = bySpan.get(span);
    sum[0] -= sizeNanos;
    if (--sum[1] == 0) {
      bySpan.remove(span);
    }
  }

  /** The work whose turn is before {@code turn}. */
  long before(long turn) {
    long work = 0;
    for (Map.Entry<Long, long[]> each : bySpan.headMap(Math.floorDiv(turn, spanNanos)).entrySet()) {
      work += each.getValue()[0];
    }
    return work;
  }
}
