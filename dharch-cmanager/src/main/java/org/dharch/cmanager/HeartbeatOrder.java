package org.dharch.cmanager;

import java.util.Map;
import org.dharch.core.LatestUsed;

/**
 * Tells a heartbeat that was just made from one that was recorded: of a life that was heard before
 * each has a higher number than the last, and of another the first must say that its node has heard
 * this manager call, whose address is new in each of its lives, and by all its brokers the same.
 * Safe for any thread.
 */
final class HeartbeatOrder {
  private static final int LIVES = 10_000;

  /** What a heartbeat is. */
  enum Verdict {
    FRESH,
    /** Of a life that was not heard before, made before its node heard this manager. */
    UNPROVEN,
    /** Made before one that was heard. */
    STALE,
    /** Likewise, by another broker than that one: its node has left this broker meanwhile. */
    OVERTAKEN
  }

  private record Latest(long number, int broker) {}

  private final String manager;
  private final Map<String, Latest> latest = new LatestUsed<>(LIVES);

  HeartbeatOrder(String manager) {
    this.manager = manager;
  }

  /**
   * What a heartbeat is.
   *
   * @param broker by which of the manager's brokers it came
   */
  synchronized Verdict judge(FrameHeader heartbeat, int broker) {
    Latest before = latest.get(heartbeat.sender());
    if (before == null && !heartbeat.heard(manager)) {
      return Verdict.UNPROVEN;
    }
    if (before != null && heartbeat.number() <= before.number()) {
      return before.broker() == broker ? Verdict.STALE : Verdict.OVERTAKEN;
    }
    latest.put(heartbeat.sender(), new Latest(heartbeat.number(), broker));
    return Verdict.FRESH;
  }
}
