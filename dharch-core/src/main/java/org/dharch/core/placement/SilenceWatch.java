package org.dharch.core.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.dharch.core.wire.NodeId;

/**
 * Detects nodes that have been silent for too long. A manager that was suspended, or did not
 * process all that had arrived, suspects itself first: silence is measured only in the time in
 * which this manager received. That clock, {@code listened}, advances by the time between two
 * checks, but
 *
 * <ul>
 *   <li>not at all if the check before did not process all that had arrived, because a heartbeat
 *       may be among it;
 *   <li>by at most a {@value #PARTS}th of the silence, which is the requested interval of checks. A
 *       manager that was stopped, or whose event loop was busy for longer, has missed the rest; the
 *       heartbeats of that time are still on their way.
 * </ul>
 *
 * <p>A check and a heartbeat cost the same for any number of nodes: each node is checked again at
 * the time at which it would have been silent for too long without another heartbeat. Used on the
 * event loop only.
 */
public final class SilenceWatch {
  private static final int PARTS = 4;

  /** A node that has been silent for as long as it may be. */
  public record Silent(NodeId node, Duration limit) {}

  private static final class Watched {
    final NodeId node;

    /** How long it may be silent. */
    final long limit;

    /** On the clock {@code listened}, as is {@code dueAt}, when it is looked at again. */
    long heardAt;

    long dueAt;
    boolean over;

    Watched(NodeId node, long limit) {
      this.node = node;
      this.limit = limit;
    }
  }

  private final long silenceNanos;
  private final int beats;
  private final long mostNanos;
  private final Map<NodeId, Watched> nodes = new HashMap<>();
  private final PriorityQueue<Watched> byDue =
      new PriorityQueue<>(Comparator.comparingLong((Watched watched) -> watched.dueAt));

  private long listened;
  private long lookedAt;
  private long forgivenAt;
  private long looks;

  /**
   * Creates a watch without nodes.
   *
   * @param silenceNanos how long a node may be silent
   * @param beats the minimum, as a number of the node's heartbeat intervals
   */
  public SilenceWatch(long silenceNanos, int beats, long now) {
    this.silenceNanos = silenceNanos;
    this.beats = beats;
    this.mostNanos = Math.max(1, silenceNanos / PARTS);
    this.lookedAt = now;
  }

  /**
   * Starts a check. Heartbeats that it processes count as received now.
   *
   * @param heardAll whether the check before processed all that had arrived
   */
  public void look(long now, boolean heardAll) {
    if (heardAll) {
      listened += Math.max(0, Math.min(mostNanos, now - lookedAt));
    }
    lookedAt = now;
  }

  /**
   * A node has come.
   *
   * @param interval until its next heartbeat, as it says; zero if it does not
   */
  public void begin(NodeId node, Duration interval) {
    Watched watched = new Watched(node, limit(interval));
    watched.heardAt = listened;
    watched.dueAt = listened + watched.limit;
    Watched before = nodes.put(node, watched);
    if (before != null) {
      before.over = true;
    }
    byDue.add(watched);
  }

  /** A heartbeat; of a node that is not watched it means nothing. */
  public void heard(NodeId node, Duration interval) {
    Watched watched = nodes.get(node);
    if (watched != null && watched.limit != limit(interval)) {
      begin(node, interval);
    } else {
      heard(node);
    }
  }

  /** The silence allowed for a node with this heartbeat interval. */
  private long limit(Duration interval) {
    return Math.max(silenceNanos, beats * interval.toNanos());
  }

  /** Another sign of life; of a node that is not watched it means nothing. */
  public void heard(NodeId node) {
    Watched watched = nodes.get(node);
    if (watched != null) {
      watched.heardAt = listened;
    }
  }

  /** The node is gone. */
  public void end(NodeId node) {
    Watched watched = nodes.remove(node);
    if (watched != null) {
      watched.over = true; // it leaves the queue when it is due
    }
  }

  /** No node counts as silent for a time in which none could be received. */
  public void forgive() {
    forgivenAt = listened;
  }

  /**
   * Removes and returns the nodes that have been silent for too long. To be called at the end of a
   * check that processed all that had arrived.
   */
  public List<Silent> silent() {
    List<Silent> silent = List.of();
    while (!byDue.isEmpty() && byDue.peek().dueAt <= listened) {
      Watched due = byDue.poll();
      looks++;
      long dueAt = Math.max(due.heardAt, forgivenAt) + due.limit;
      if (!due.over && dueAt > listened) {
        due.dueAt = dueAt;
        byDue.add(due);
      } else if (!due.over) {
        end(due.node);
        silent = silent.isEmpty() ? new ArrayList<>() : silent;
        silent.add(new Silent(due.node, Duration.ofNanos(due.limit)));
      }
    }
    return silent;
  }

  /** How often a node has been looked at since the beginning, whether it is silent. */
  long looks() {
    return looks;
  }

  /** The time of its next check if nothing arrives. */
  public long nextLook() {
    return byDue.isEmpty()
        ? Long.MAX_VALUE
        : lookedAt + Math.max(0, Math.min(mostNanos, byDue.peek().dueAt - listened));
  }
}
