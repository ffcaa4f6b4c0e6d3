package org.dharch.ws.security;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** Stores replay keys in memory. */
final class MemoryReplays implements Replays {
  private record Entry(String key, String message, Instant until) {}

  private final int max;
  private final Map<String, Entry> entries = new HashMap<>(); // guarded by this
  private final PriorityQueue<Entry> byTime = // guarded by this
      new PriorityQueue<>(Comparator.comparing(Entry::until));

  MemoryReplays(int max) {
    this.max = max;
  }

  @Override
  public synchronized boolean isFirst(String key, String message, Instant until, Instant now)
      throws ReplaysFullException {
    while (!byTime.isEmpty() && byTime.peek().until().isBefore(now)) {
      entries.remove(byTime.remove().key());
    }
    Entry present = entries.get(key);
    if (present != null) {
      return present.message().equals(message);
    }
    if (entries.size() >= max) {
      throw new ReplaysFullException("maxReplays=" + max + " are remembered");
    }
    Entry entry = new Entry(key, message, until);
    entries.put(key, entry);
    byTime.add(entry);
    return true;
  }

  @Override
  public void close() {
    // nothing to close
  }
}
