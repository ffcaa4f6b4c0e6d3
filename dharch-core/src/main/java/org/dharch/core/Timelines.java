package org.dharch.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The latest timelines, oldest first, up to a bound; safe for any thread. */
final class Timelines {
  private final int bound;
  private final ArrayDeque<Timeline> latest = new ArrayDeque<>();

  Timelines(int bound) {
    this.bound = bound;
  }

  synchronized void add(Timeline timeline) {
    if (bound == 0) {
      return;
    }
    if (latest.size() == bound) {
      latest.poll();
    }
    latest.add(timeline);
  }

  synchronized List<Timeline> snapshot() {
    return new ArrayList<>(latest);
  }
}
