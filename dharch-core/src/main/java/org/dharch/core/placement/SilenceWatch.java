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
 * Detects nodes that have been silent for too long. Silence is measured only in the time in which
 * this manager received, because the manager itself may have been suspended or late. That clock,
 * {@code listened}, advances by the time between two checks, but
 *
 * <ul>
 *   <li>not at all if the previous check did not process all received frames, because a heartbeat
 *       may be among them;
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

  /** A node that has been silent for longer than allowed. */
  public record Silent(NodeId node, Duration limit) {}

  private static final class Watched {
    final NodeId node;

    /** The allowed silence. */
    final long limit;

    /**
     * The time of the last heartbeat, on the clock {@code listened}, as is {@code dueAt}, the time
     * of the next check.
     */
    long receivedAt;

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
   * @param receivedAll whether the previous check processed all frames that had arrived
   */
  public void look(long now, boolean receivedAll) {
    if (receivedAll) {
      listened += Math.max(0, Math.min(mostNanos, now - lookedAt));
    }
    lookedAt = now;
  }

  /**
   * Starts to watch a node.
   *
   * @param interval the announced time until its next heartbeat; zero if unknown
   */
  public void begin(NodeId node, Duration interval) {
    Watched watched = new Watched(node, limit(interval));
    watched.receivedAt = listened;
    watched.dueAt = listened + watched.limit;
    Watched before = nodes.put(node, watched);
    if (before != null) {
      before.over = true;
    }
    byDue.add(watched);
  }

  /** Records a heartbeat; ignored for a node that is not watched. */
  public void received(NodeId node, Duration interval) {
    Watched watched = nodes.get(node);
    if (watched != null && watched.limit != limit(interval)) {
      begin(node, interval);
    } else {
      received(node);
    }
  }

  /** The silence allowed for a node with this heartbeat interval. */
  private long limit(Duration interval) {
    return Math.max(silenceNanos, beats * interval.toNanos());
  }

  /** Records another frame of the node; ignored for a node that is not watched. */
  public void received(NodeId node) {
    Watched watched = nodes.get(node);
    if (watched != null) {
      watched.receivedAt = listened;
    }
  }

  /** Stops watching the node. */
  public void end(NodeId node) {
    Watched watched = nodes.remove(node);
    if (watched != null) {
      watched.over = true; // removed from the queue when it is due
    }
  }

  /** Restarts the silence of all nodes after a time in which nothing could be received. */
  public void forgive() {
    forgivenAt = listened;
  }

  /**
   * Removes and returns the nodes that have been silent for too long. Call it at the end of a check
   * that processed all received frames.
   */
  public List<Silent> silent() {
    List<Silent> silent = List.of();
    while (!byDue.isEmpty() && byDue.peek().dueAt <= listened) {
      Watched due = byDue.poll();
      looks++;
      long dueAt = Math.max(due.receivedAt, forgivenAt) + due.limit;
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

  /** Returns how often a node has been checked since the start. */
  long looks() {
    return looks;
  }

  /** Returns the time of the next check if nothing arrives. */
  public long nextLook() {
    return byDue.isEmpty()
        ? Long.MAX_VALUE
        : lookedAt + Math.max(0, Math.min(mostNanos, byDue.peek().dueAt - listened));
  }
}
