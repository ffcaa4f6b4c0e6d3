package org.dharch.cmanager;

import java.util.Map;
import org.dharch.core.LatestUsed;
import org.dharch.core.wire.NodeId;

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
    /**
     * Likewise, or the same once more, by another way than that one: its node has left this broker
     * meanwhile, or a bridge brought it; or its node is heard without a bridge.
     */
    OVERTAKEN
  }

  /**
   * The latest of a life.
   *
   * @param hasLeft whether its node is not at that broker any more, as far as is known
   */
  private record Latest(long number, int broker, boolean bridged, boolean hasLeft) {
    boolean sameWay(int by, boolean bridge) {
      return broker == by && bridged == bridge;
    }
  }

  private final String manager;
  private final Map<String, Latest> latest = new LatestUsed<>(LIVES);

  HeartbeatOrder(String manager) {
    this.manager = manager;
  }

  /**
   * What a heartbeat is.
   *
   * @param broker by which of the manager's brokers it came
   * @param bridged whether it came to that one by a bridge
   */
  synchronized Verdict judge(FrameHeader heartbeat, int broker, boolean bridged) {
    Latest before = latest.get(heartbeat.sender());
    if (before == null && !heartbeat.heard(manager)) {
      return Verdict.UNPROVEN;
    }
    if (before != null && heartbeat.number() <= before.number()) {
      boolean again = bridged && heartbeat.number() == before.number();
      return before.sameWay(broker, bridged) && !again ? Verdict.STALE : Verdict.OVERTAKEN;
    }
    boolean isThere = before != null && !before.bridged() && !before.hasLeft();
    if (isThere && bridged && before.broker() != broker) {
      return Verdict.OVERTAKEN; // its own broker is one of ours, too
    }
    latest.put(heartbeat.sender(), new Latest(heartbeat.number(), broker, bridged, false));
    return Verdict.FRESH;
  }

  /** This broker has lost sight of {@code node}, which may be heard by a bridge from now on. */
  synchronized void left(NodeId node, int broker) {
    latest.computeIfPresent(node.toString(), (n, at) -> at.broker() == broker ? left(at) : at);
  }

  /** This broker is lost; its nodes may be heard by a bridge to another. */
  synchronized void lost(int broker) {
    latest.replaceAll((n, at) -> at.broker() == broker ? left(at) : at);
  }

  private static Latest left(Latest at) {
    return new Latest(at.number(), at.broker(), at.bridged(), true);
  }
}
