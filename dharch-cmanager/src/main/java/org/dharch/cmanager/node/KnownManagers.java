package org.dharch.cmanager.node;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.spi.HeartbeatWish;

/**
 * The managers whose calls a node has heard. A heartbeat names them, so that a manager knows that
 * one in which it stands was not recorded before the manager was there. Of more than {@value #MOST}
 * the latest count, and those that say how often they wish to hear of nodes, which they say every
 * minute, for as long as they do. Safe for any thread.
 */
final class KnownManagers {
  private static final int MOST = 32;
  private static final int MOST_CHARACTERS = 40;
  private static final int MOST_BY_BROKER_MILLIS = 1_000;
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A manager that is not heard for so long is gone, if it wishes something. */
  private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(150);

  private record Called(HeartbeatWish wish, long at) {}

  private final LongSupplier nanoTime;
  private final Map<String, Called> latest = new LinkedHashMap<>();
  private long answeredAt;

  KnownManagers() {
    this(System::nanoTime);
  }

  KnownManagers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.answeredAt = nanoTime.getAsLong() - AGAIN_NANOS;
  }

  /**
   * A connection begins: a manager that calls now has perhaps heard nothing of the last one, so
   * that its first call is answered, however short a time ago another was.
   */
  synchronized void begin() {
    answeredAt = nanoTime.getAsLong() - AGAIN_NANOS;
  }

  /**
   * Whether the call of {@code manager} is to be answered: not each of very many, and none that is
   * quiet, of a manager that was heard. The node's next heartbeat answers those that are not.
   */
  synchronized boolean hear(String manager, HeartbeatWish wish) {
    boolean isOne = !manager.isEmpty() && manager.length() <= MOST_CHARACTERS;
    if (!isOne || manager.indexOf(',') >= 0) {
      return false;
    }
    long now = nanoTime.getAsLong();
    boolean fresh = latest.remove(manager) == null;
    latest.put(manager, new Called(wish, now));
    if (latest.size() > MOST) {
      latest.remove(latest.keySet().iterator().next());
    }
    if (!fresh && (wish.isQuiet() || now - answeredAt < AGAIN_NANOS)) {
      return false;
    }
    answeredAt = now;
    return true;
  }

  synchronized Set<String> names() {
    return Set.copyOf(latest.keySet());
  }

  /** With commas between them. */
  synchronized String shown() {
    return String.join(",", latest.keySet());
  }

  /**
   * How rarely the node may announce itself: the longest that is wished, but no longer than any of
   * them bears. Zero, as often as it does, if one says nothing.
   */
  synchronized Duration interval() {
    long now = nanoTime.getAsLong();
    latest
        .values()
        .removeIf(c -> !c.wish().equals(HeartbeatWish.NONE) && now - c.at() > GONE_NANOS);
    int wished = latest.values().stream().mapToInt(c -> c.wish().millis()).max().orElse(0);
    return Duration.ofMillis(Math.min(wished, mostMillis()));
  }

  /**
   * How rarely a broker may be given a heartbeat that all managers hear by their links, too: a link
   * that brings nothing any more is known as such after seconds only, and one of them may not bear
   * that. Zero, as often as there is one, if one says nothing.
   */
  synchronized Duration rarestByBroker() {
    return Duration.ofMillis(Math.min(MOST_BY_BROKER_MILLIS, mostMillis()));
  }

  /** What the least patient of them bears. */
  private int mostMillis() {
    return latest.values().stream().mapToInt(c -> c.wish().mostMillis()).min().orElse(0);
  }
}
