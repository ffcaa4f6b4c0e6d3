package org.dharch.core.metrics;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The values of all {@link Counter}s, and the time of the latest event of those that count
 * problems. Safe for any thread.
 */
public final class Counters {
  /** Rare events, for which the time of the latest is recorded. */
  private static final Set<Counter> WRONG =
      EnumSet.of(
          Counter.NODES_LOST,
          Counter.BUSY,
          Counter.WAITED_TOO_LONG,
          Counter.DEADLINE_UNREACHABLE,
          Counter.NO_TIME_LEFT,
          Counter.REPEATS_DENIED,
          Counter.SENDS_REFUSED,
          Counter.FORGED,
          Counter.MALFORMED,
          Counter.PROGRESS_NOT_WRITTEN,
          Counter.FAILED_DROPPED,
          Counter.ERRORS,
          Counter.CONFLICTS);

  private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);
  private final Map<Counter, AtomicLong> latest = new EnumMap<>(Counter.class);
  private final LongSupplier ticker;

  /**
   * @param ticker nanoseconds
   */
  public Counters(LongSupplier ticker) {
    this.ticker = ticker;
    for (Counter counter : Counter.values()) {
      LongAdder value = new LongAdder();
      value.add(0); // initializes now, because an error may prevent it later
      values.put(counter, value);
    }
    WRONG.forEach(counter -> latest.put(counter, new AtomicLong()));
  }

  public void count(Counter counter) {
    AtomicLong time = latest.get(counter);
    if (time != null) {
      time.set(ticker.getAsLong());
    }
    values.get(counter).increment();
  }

  public long value(Counter counter) {
    return values.get(counter).sum();
  }

  /**
   * The time since the latest event; empty if there was none.
   *
   * @throws IllegalArgumentException if the counter counts no problem, since its time is not kept
   */
  public Optional<Duration> since(Counter counter) {
    AtomicLong time = latest.get(counter);
    if (time == null) {
      throw new IllegalArgumentException("the time of counter " + counter + " is not kept");
    }
    if (value(counter) == 0) {
      return Optional.empty();
    }
    long then = time.get();
    return Optional.of(Duration.ofNanos(Math.max(0, ticker.getAsLong() - then)));
  }

  public Map<Counter, Long> snapshot() {
    Map<Counter, Long> snapshot = new EnumMap<>(Counter.class);
    values.forEach((counter, value) -> snapshot.put(counter, value.sum()));
    return snapshot;
  }
}
