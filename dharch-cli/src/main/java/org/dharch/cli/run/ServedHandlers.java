package org.dharch.cli.run;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.dharch.core.DHManager;
import org.dharch.core.wire.NodeStatus;

/** Waits for the nodes of handlers, for commands and benchmarks. Safe for any thread. */
public final class ServedHandlers {
  private static final long POLL_MILLIS = 20; // heartbeats come a few times a second

  private ServedHandlers() {}

  /**
   * Waits until each of {@code handlers} is served by a ready node.
   *
   * @return those without a node after {@code patience}; empty if all are served
   */
  public static SortedSet<String> missingAfter(
      Duration patience, DHManager manager, Collection<String> handlers)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    SortedSet<String> missing = missing(manager, handlers);
    while (!missing.isEmpty() && System.nanoTime() <= end) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      missing = missing(manager, handlers);
    }
    return missing;
  }

  static SortedSet<String> missing(DHManager manager, Collection<String> handlers) {
    Set<String> served = new HashSet<>();
    for (NodeStatus node : manager.status().nodes()) {
      if (node.state() == NodeStatus.State.READY) {
        served.addAll(node.handlers());
      }
    }
    SortedSet<String> missing = new TreeSet<>(handlers);
    missing.removeAll(served);
    return missing;
  }
}
