package org.dharch.core.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.core.view.GoneNode;
import org.dharch.core.wire.NodeStatus;

/**
 * Keeps the nodes that were lost or have departed, by name, until they return. Keeps at most
 * {@value #MOST}; the oldest is removed first. Safe for any thread.
 */
public final class GoneNodes {
  private static final int MOST = 256;

  private record Gone(NodeStatus last, String why, long at) {}

  private final Map<String, Gone> all = new LinkedHashMap<>(); // guarded by this

  public synchronized void went(NodeStatus last, String why, long now) {
    all.remove(last.node().name());
    if (all.size() == MOST) {
      all.remove(all.keySet().iterator().next());
    }
    all.put(last.node().name(), new Gone(last, why, now));
  }

  public synchronized void joined(String name) {
    all.remove(name);
  }

  /** Returns the lost and departed nodes, the latest first. */
  public synchronized List<GoneNode> now(long nanos) {
    List<GoneNode> gone = new ArrayList<>(all.size());
    all.values()
        .forEach(g -> gone.add(0, new GoneNode(g.last, g.why, Duration.ofNanos(nanos - g.at))));
    return gone;
  }
}
