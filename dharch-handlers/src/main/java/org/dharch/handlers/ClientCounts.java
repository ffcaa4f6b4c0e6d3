package org.dharch.handlers;

import java.util.HashMap;
import java.util.Map;

/** Counts messages by client, for a bounded number of clients. Thread-safe. */
final class ClientCounts {
  /** The key of clients beyond the bound. */
  static final String OTHERS = "(others)";

  private static final int MAX_NAME = 200;

  private final int max;
  private final Map<String, Long> counts = new HashMap<>();

  ClientCounts(int max) {
    this.max = max;
  }

  synchronized void count(String client) {
    String name = client.length() <= MAX_NAME ? client : client.substring(0, MAX_NAME);
    boolean isKnown = counts.containsKey(name) || counts.size() < max;
    counts.merge(isKnown ? name : OTHERS, 1L, Long::sum);
  }

  synchronized Map<String, Long> counts() {
    return Map.copyOf(counts);
  }
}
