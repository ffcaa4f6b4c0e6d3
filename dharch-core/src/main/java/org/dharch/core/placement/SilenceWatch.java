package org.dharch.core.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.dharch.core.context.Conductor;
import org.dharch.core.wire.NodeId;

/**
 * Finds the nodes that have been silent for too long. A process that had no turn for a while, or
 * did not get to the end of what had come, blames itself first: silence is measured in the time in
 * which this manager listened, and in no other. That clock, {@code listened}, goes by what has
 * passed from one look to the next, but
 *
 * <ul>
 *   <li>not at all if not everything was looked at that had come, for a sign of life may be there;
 *   <li>by at most a {@value #PARTS}th of the silence, which is how often it wants to look. A
 *       manager that was stopped, or whose turn lasted longer, has missed the rest; the signs of
 *       life of that time are still on their way to it.
 * </ul>
 *
 * <p>No look and no sign of life costs more for there being many nodes: each node is looked at
 * again when it would have been silent for too long had nothing been heard of it, and not before.
 * Used only by the thread that has the {@link Conductor}'s turn.
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
   * Watches nobody.
   *
   * @param silenceNanos how long a node may be silent
   * @param beats but always as long as so many of its heartbeats
   */
  public SilenceWatch(long silenceNanos, int beats, long now) {
    this.silenceNanos = silenceNanos;
    this.beats = beats;
    this.mostNanos = Math.max(1, silenceNanos / PARTS);
    this.lookedAt = now;
  }

  /**
   * A look begins. What is heard in it is heard now.
   *
   * @param heardAll whether the look before came to the end of what had come
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

  /** So long a node may be silent that says it will be heard after such a time. */
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

  /** None is to count as silent for the time in which none could be heard. */
  public void forgive() {
    forgivenAt = listened;
  }

  /**
   * Those that have been silent for too long, which are watched no longer. To be asked at the end
   * of a look that came to the end of what had come.
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

  /** When it wants to look again if nothing comes. */
  public long nextLook() {
    return byDue.isEmpty()
        ? Long.MAX_VALUE
        : lookedAt + Math.max(0, Math.min(mostNanos, byDue.peek().dueAt - listened));
  }
}
