package org.dharch.core;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The values of all {@link Counter}s; safe for any thread. */
final class Counters {
  private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);

  Counters() {
    for (Counter counter : Counter.values()) {
      values.put(counter, new LongAdder());
    }
  }

  void count(Counter counter) {
    values.get(counter).increment();
  }

  long value(Counter counter) {
    return values.get(counter).sum();
  }

  Map<Counter, Long> snapshot() {
    Map<Counter, Long> snapshot = new EnumMap<>(Counter.class);
    values.forEach((counter, value) -> snapshot.put(counter, value.sum()));
    return snapshot;
  }
}
