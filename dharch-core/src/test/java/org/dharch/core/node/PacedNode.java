package org.dharch.core.node;

import java.time.Duration;

/** When a node announces itself, by the production's rule. */
public final class PacedNode {
  private final HeartbeatPace pace;

  public PacedNode(Duration usual, long now) {
    pace = new HeartbeatPace(usual, now);
  }

  public void requestInterval(Duration interval) {
    pace.requestInterval(interval);
  }

  public boolean isDue(long now) {
    return pace.isDue(now);
  }

  public Duration interval() {
    return pace.interval();
  }
}
