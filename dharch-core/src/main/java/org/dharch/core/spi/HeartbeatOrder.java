package org.dharch.core.spi;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.dharch.core.wire.NodeId;

/**
 * Distinguishes new heartbeats from recorded ones, and heartbeats that show by which broker their
 * node is reached from those that do not, for a transport with bridges between brokers. In a known
 * incarnation each heartbeat has a higher number than the last. The first heartbeat of a new
 * incarnation must prove that its node has received a call of this manager, whose address is new in
 * each incarnation of the manager and the same at all its brokers.
 *
 * <p>A node that is received without a bridge is reached by that broker until the broker is lost,
 * or reports that the node has left, or the node's heartbeats arrive only by a bridge for so long
 * that the broker must have lost the node silently. This class has no thread and no clock, so that
 * the simulation can drive it. Safe for any thread; never blocks.
 */
public final class HeartbeatOrder {
  private static final int INCARNATIONS = 20_000;

  /** After this many heartbeats by a bridge alone, the direct connection counts as lost. */
  static final int MISSED = 5;

  /** The verdict on a heartbeat. */
  public enum Verdict {
    /** New, and its node is reached by the broker by which it arrived. */
    FRESH,
    /** From an unknown incarnation, sent before its node received a call of this manager. */
    UNPROVEN,
    /** Received before, or sent long before one that was. */
    STALE,
    /**
     * Sent before one that was received, but not received until now: a new connection delivers
     * queued heartbeats and new ones on two threads. Or it arrived by another broker or bridge: its
     * node has left this broker meanwhile, or its node is also received without a bridge.
     */
    OVERTAKEN
  }

  /**
   * The route by which a heartbeat arrived.
   *
   * @param broker the manager's broker, from 0
   * @param bridged whether it reached that broker by a bridge
   */
  public record Way(int broker, boolean bridged) {}

  /**
   * The latest heartbeat of an incarnation.
   *
   * @param seen the numbers that were received: this one as the lowest bit, earlier ones above it;
   *     all older ones count as received (the window of RFC 4303, 3.4.3)
   * @param at when it arrived, in nanoseconds
   * @param hasLeft whether its node has left that broker, as far as known
   * @param proven whether a heartbeat of this incarnation has proved that it was sent for this
   *     manager
   */
  private record Latest(long number, long seen, Way way, long at, boolean hasLeft, boolean proven) {
    static Latest unproven(long number, Way way, long now) {
      return new Latest(number, 1, way, now, false, false);
    }

    Latest left() {
      return new Latest(number, seen, way, at, true, proven);
    }

    boolean hasSeen(long earlier) {
      long back = number - earlier;
      return back >= Long.SIZE || ((seen >>> back) & 1) == 1;
    }

    /** Adds a heartbeat, which may be an earlier one. */
    Latest with(long other, Way by, long now, boolean isProven) {
      long prefetched = other - number;
      if (prefetched > 0) {
        long before = prefetched >= Long.SIZE ? 0 : seen << prefetched;
        return new Latest(other, before | 1, by, now, false, isProven);
      }
      long bit = -prefetched >= Long.SIZE ? 0 : 1L << -prefetched;
      return new Latest(number, seen | bit, by, at, hasLeft, isProven);
    }

    /** Whether the node is reached by that route and not by this bridge, as far as known. */
    boolean isThereWithout(Way bridge) {
      return !way.bridged() && !hasLeft && way.broker() != bridge.broker();
    }
  }

  private final Map<String, Latest> latest = new LinkedHashMap<>();

  private final LongSupplier nanoTime;
  private final long silence;

  /**
   * Creates an empty order.
   *
   * @param nanoTime a clock, in nanoseconds from any origin
   * @param silence a connection that is silent for at least this long counts as lost
   */
  public HeartbeatOrder(LongSupplier nanoTime, Duration silence) {
    this.nanoTime = nanoTime;
    this.silence = silence.toNanos();
  }

  /**
   * Judges a heartbeat.
   *
   * @param node its sender, which identifies the incarnation
   * @param number its number, which grows by one with each heartbeat of the incarnation
   * @param hasHeardUs whether it proves that its node has received a call of this incarnation of
   *     the manager
   */
  public synchronized Verdict judge(String node, long number, boolean hasHeardUs, Way way) {
    Latest before = latest.get(node);
    long now = nanoTime.getAsLong();
    if (before == null || !before.proven()) {
      Latest first = before == null ? Latest.unproven(number, way, now) : before;
      keep(node, first.with(number, way, now, hasHeardUs));
      return hasHeardUs ? Verdict.FRESH : Verdict.UNPROVEN;
    }
    if (number <= before.number()) {
      boolean again = way.bridged() && number == before.number();
      if (before.way().equals(way) && !again) {
        if (before.hasSeen(number)) {
          return Verdict.STALE;
        }
        latest.put(node, before.with(number, way, now, true));
      }
      return Verdict.OVERTAKEN;
    }
    boolean isSilent = number - before.number() > MISSED && now - before.at() > silence;
    if (way.bridged() && before.isThereWithout(way) && !isSilent) {
      return Verdict.OVERTAKEN; // its broker is connected, too
    }
    keep(node, before.with(number, way, now, true));
    return Verdict.FRESH;
  }

  private void keep(String node, Latest value) {
    latest.remove(node);
    latest.put(node, value);
    if (latest.size() > INCARNATIONS) {
      latest.remove(latest.keySet().iterator().next());
    }
  }

  /**
   * This broker reports that {@code node} has left; its heartbeats may arrive by a bridge from now
   * on.
   */
  public synchronized void left(NodeId node, int broker) {
    latest.computeIfPresent(
        node.toString(), (n, at) -> at.way().broker() == broker ? at.left() : at);
  }

  /** This broker is lost; heartbeats of its nodes may arrive by a bridge to another broker. */
  public synchronized void lost(int broker) {
    latest.replaceAll((n, at) -> at.way().broker() == broker ? at.left() : at);
  }
}
