package org.dharch.cmanager.node;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.spi.RequestedInterval;

/**
 * The managers whose calls a node has received. A heartbeat names them, so that a named manager
 * knows that the heartbeat was not recorded before the manager started. Keeps the latest {@value
 * #MOST}, and those that request a heartbeat interval, which they repeat every minute. Safe for any
 * thread.
 */
final class KnownManagers {
  /** A rejecting manager repeats its call with each heartbeat, which are at most 5 s apart. */
  private static final long REJECTED_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** A manager whose calls cannot be read repeats them each minute. */
  private static final long UNREAD_NANOS = TimeUnit.SECONDS.toNanos(75);

  private static final int MOST = 32;
  private static final int MOST_CHARACTERS = 40;
  private static final int MOST_BY_BROKER_MILLIS = 1_000;
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A manager with a request is forgotten after this time without a call. */
  private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(150);

  private record Called(RequestedInterval requested, long at) {}

  private final LongSupplier nanoTime;

  private record Rejection(String reason, long at) {}

  private final Map<String, Called> latest = new LinkedHashMap<>();
  private final Map<String, Rejection> rejections = new LinkedHashMap<>();
  private long answeredAt;

  KnownManagers() {
    this(System::nanoTime);
  }

  KnownManagers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.answeredAt = nanoTime.getAsLong() - AGAIN_NANOS;
  }

  /**
   * A connection starts: a manager that calls now may have missed the latest heartbeat, so its
   * first call is answered, however recent another one was.
   */
  synchronized void begin() {
    answeredAt = nanoTime.getAsLong() - AGAIN_NANOS;
  }

  /**
   * Returns whether to answer the call of {@code manager}: calls beyond the bound and quiet calls
   * of known managers are not answered. The node's next heartbeat answers them.
   */
  synchronized boolean register(String manager, RequestedInterval requested) {
    if (!isName(manager)) {
      return false;
    }
    long now = nanoTime.getAsLong();
    rejections.remove(manager);
    boolean fresh = latest.remove(manager) == null;
    latest.put(manager, new Called(requested, now));
    if (latest.size() > MOST) {
      latest.remove(latest.keySet().iterator().next());
    }
    if (!fresh && (requested.isQuiet() || now - answeredAt < AGAIN_NANOS)) {
      return false;
    }
    answeredAt = now;
    return true;
  }

  private static boolean isName(String manager) {
    return !manager.isEmpty() && manager.length() <= MOST_CHARACTERS && manager.indexOf(',') < 0;
  }

  /** Records that {@code manager} and the node cannot work together. */
  synchronized void reject(String manager, String reason) {
    String name = isName(manager) ? manager : "";
    rejections.remove(name);
    rejections.put(name, new Rejection(reason, nanoTime.getAsLong()));
    if (rejections.size() > MOST) {
      rejections.remove(rejections.keySet().iterator().next());
    }
  }

  /** Why managers that still call cannot work with the node, by their names. */
  synchronized Map<String, String> rejections() {
    long now = nanoTime.getAsLong();
    rejections
        .entrySet()
        .removeIf(
            one ->
                now - one.getValue().at()
                    > (one.getKey().isEmpty() ? UNREAD_NANOS : REJECTED_NANOS));
    Map<String, String> reasons = new LinkedHashMap<>();
    rejections.forEach((manager, rejection) -> reasons.put(manager, rejection.reason()));
    return reasons;
  }

  synchronized Set<String> names() {
    return Set.copyOf(latest.keySet());
  }

  synchronized String shown() {
    return String.join(",", latest.keySet());
  }

  /**
   * The heartbeat interval: the longest requested one within the bounds of all managers. Zero, for
   * the node's own interval, if a manager requests none.
   */
  synchronized Duration interval() {
    long now = nanoTime.getAsLong();
    latest
        .values()
        .removeIf(c -> !c.requested().equals(RequestedInterval.NONE) && now - c.at() > GONE_NANOS);
    int longest = latest.values().stream().mapToInt(c -> c.requested().millis()).max().orElse(0);
    return Duration.ofMillis(Math.min(longest, mostMillis()));
  }

  /**
   * The heartbeat interval by the broker when all managers receive heartbeats by their links, too:
   * a link's failure is detected only after seconds, which some managers may not tolerate. Zero,
   * for every heartbeat, if a manager requests none.
   */
  synchronized Duration rarestByBroker() {
    return Duration.ofMillis(Math.min(MOST_BY_BROKER_MILLIS, mostMillis()));
  }

  private int mostMillis() {
    return latest.values().stream().mapToInt(c -> c.requested().mostMillis()).min().orElse(0);
  }
}
