package org.dharch.handlers;

import java.util.HashMap;
import java.util.Map;

/** Counts messages by client, for a bounded number of clients. Thread-safe. */
final class ClientCounts {
  /** The key for clients beyond the bound. */
  static final String OTHERS = "(others)";

  private static final int MOST_NAME = 200;

  private final int most;
  private final Map<String, Long> counts = new HashMap<>();

  ClientCounts(int most) {
    this.most = most;
  }

  synchronized void count(String client) {
    String name = client.length() <= MOST_NAME ? client : client.substring(0, MOST_NAME);
    boolean isKnown = counts.containsKey(name) || counts.size() < most;
    counts.merge(isKnown ? name : OTHERS, 1L, Long::sum);
  }

  synchronized Map<String, Long> counts() {
    return Map.copyOf(counts);
  }
}
