package org.dharch.core.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.Timeline;

/** The latest timelines, oldest first, up to a bound; safe for any thread. */
public final class Timelines {
  private final int bound;
  private final ArrayDeque<Timeline> latest = new ArrayDeque<>();

  public Timelines(int bound) {
    this.bound = bound;
  }

  public synchronized void add(Timeline timeline) {
    if (bound == 0) {
      return;
    }
    if (latest.size() == bound) {
      latest.poll();
    }
    latest.add(timeline);
  }

  public synchronized List<Timeline> snapshot() {
    return new ArrayList<>(latest);
  }
}
