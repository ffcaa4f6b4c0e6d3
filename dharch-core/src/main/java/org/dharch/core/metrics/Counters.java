package org.dharch.core.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The values of all {@link Counter}s; safe for any thread. */
public final class Counters {
  private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);

  public Counters() {
    for (Counter counter : Counter.values()) {
      LongAdder value = new LongAdder();
      value.add(0); // what is made when it is first used may not be had when errors are counted
      values.put(counter, value);
    }
  }

  public void count(Counter counter) {
    values.get(counter).increment();
  }

  public long value(Counter counter) {
    return values.get(counter).sum();
  }

  public Map<Counter, Long> snapshot() {
    Map<Counter, Long> snapshot = new EnumMap<>(Counter.class);
    values.forEach((counter, value) -> snapshot.put(counter, value.sum()));
    return snapshot;
  }
}
