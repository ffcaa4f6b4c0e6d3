package org.dharch.core.spi;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.dharch.core.wire.NodeId;

/**
 * For a transport by brokers between which there may be bridges: tells a heartbeat that was just
 * made from one that was recorded, and one that says by which broker its node is reached from one
 * that does not. Of a life that was heard before each has a higher number than the last, and of
 * another the first must say that its node has heard this manager call, whose address is new in
 * each of its lives, and by all its brokers the same.
 *
 * <p>A node that is heard without a bridge is reached so, until its broker is lost, or says that it
 * has left, or its heartbeats come by a bridge for so long that its broker must have lost it
 * without a word. It has no thread and no clock of its own, so that the simulation can draw it.
 * Safe for any thread; nothing here blocks.
 */
public final class HeartbeatOrder {
  private static final int INCARNATIONS = 20_000;

  /** So many heartbeats that came by a bridge alone tell that the way without one is lost. */
  static final int MISSED = 5;

  /** What a heartbeat is. */
  public enum Verdict {
    /** Just made, and its node is reached as it came. */
    FRESH,
    /** Of a life that was not heard before, made before its node heard this manager. */
    UNPROVEN,
    /** Heard before, or made long before one that was. */
    STALE,
    /**
     * Made before one that was heard, and not heard until now: a connection that begins brings what
     * lay there and what comes by two threads. Or it came by another way than that one: its node
     * has left this broker meanwhile, or a bridge brought it; or its node is heard without a
     * bridge.
     */
    OVERTAKEN
  }

  /**
   * How a heartbeat came.
   *
   * @param broker by which of the manager's brokers, from 0
   * @param bridged whether to that one by a bridge
   */
  public record Way(int broker, boolean bridged) {}

  /**
   * The latest of a life.
   *
   * @param seen the numbers that were heard, this one as the lowest bit and those before it above;
   *     what is further back counts as heard (the window of RFC 4303, 3.4.3)
   * @param at when that came, in nanoseconds
   * @param hasLeft whether its node is not at that broker any more, as far as is known
   * @param proven whether one of that life has said that it was made for this manager
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

    /** And this one, which may be earlier. */
    Latest with(long other, Way by, long now, boolean isProven) {
      long prefetched = other - number;
      if (prefetched > 0) {
        long before = prefetched >= Long.SIZE ? 0 : seen << prefetched;
        return new Latest(other, before | 1, by, now, false, isProven);
      }
      long bit = -prefetched >= Long.SIZE ? 0 : 1L << -prefetched;
      return new Latest(number, seen | bit, by, at, hasLeft, isProven);
    }

    /** Whether its node was reached by that way, as far as is known, and not by this bridge. */
    boolean isThereWithout(Way bridge) {
      return !way.bridged() && !hasLeft && way.broker() != bridge.broker();
    }
  }

  private final Map<String, Latest> latest = new LinkedHashMap<>();

  private final LongSupplier nanoTime;
  private final long silence;

  /**
   * Nothing heard yet.
   *
   * @param nanoTime a clock, in nanoseconds since whenever
   * @param silence for so long at least a way is silent that is taken for lost without a word
   */
  public HeartbeatOrder(LongSupplier nanoTime, Duration silence) {
    this.nanoTime = nanoTime;
    this.silence = silence.toNanos();
  }

  /**
   * What a heartbeat is.
   *
   * @param node its sender, by which its life is known
   * @param number its number, which grows by one with each of that life
   * @param hasHeardUs whether it says that its node has heard this life of the manager
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
      return Verdict.OVERTAKEN; // its own broker is one of ours, too
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

  /** This broker has lost sight of {@code node}, which may be heard by a bridge from now on. */
  public synchronized void left(NodeId node, int broker) {
    latest.computeIfPresent(
        node.toString(), (n, at) -> at.way().broker() == broker ? at.left() : at);
  }

  /** This broker is lost; its nodes may be heard by a bridge to another. */
  public synchronized void lost(int broker) {
    latest.replaceAll((n, at) -> at.way().broker() == broker ? at.left() : at);
  }
}
