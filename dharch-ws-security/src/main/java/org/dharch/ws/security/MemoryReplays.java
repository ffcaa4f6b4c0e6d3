package org.dharch.ws.security;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** Stores replay keys in the memory of one process. */
final class MemoryReplays implements Replays {
  private record Entry(String key, String message, Instant until) {}

  private final int most;
  private final Map<String, Entry> entries = new HashMap<>(); // guarded by this
  private final PriorityQueue<Entry> byTime = // guarded by this
      new PriorityQueue<>(Comparator.comparing(Entry::until));

  MemoryReplays(int most) {
    this.most = most;
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
    if (entries.size() >= most) {
      throw new ReplaysFullException("maxReplays=" + most + " are remembered");
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
