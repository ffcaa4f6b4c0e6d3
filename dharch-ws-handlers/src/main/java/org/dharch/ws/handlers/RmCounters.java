package org.dharch.ws.handlers;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.engine.RmDirective;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the observations of the engine. Thread-safe. */
final class RmCounters {
  private static final Logger LOG = LoggerFactory.getLogger(RmCounters.class);

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void count(RmDirective told) {
    RmAction action = told.action();
    String key = told.sequence().key();
    if (action instanceof RmAction.Dropped dropped) {
      add("dropped", 1);
      LOG.debug(
          "Dropped message={} sequence={} reason={}", dropped.number(), key, dropped.reason());
    } else if (action instanceof RmAction.Discarded discarded) {
      add("discarded", discarded.numbers().size());
      LOG.warn("Discarded messages={} sequence={}", discarded.numbers(), key);
    } else if (action instanceof RmAction.GaveUp gaveUp) {
      add("given up", 1);
      LOG.error("Gave up delivery message={} sequence={}", gaveUp.number(), key);
    } else if (action instanceof RmAction.Confirmed settled) {
      add("acknowledged", settled.numbers().size());
    } else if (action instanceof RmAction.Lost lost) {
      add("lost", lost.numbers().size());
      LOG.error("Lost messages={} sequence={} reason={}", lost.numbers(), key, lost.reason());
    }
  }

  void noCapacity() {
    add("no room", 1);
  }

  private void add(String what, long count) {
    counts.computeIfAbsent(what, name -> new LongAdder()).add(count);
  }

  /** Returns all counters by name. */
  Map<String, Long> all() {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach((name, count) -> all.put(name, count.sum()));
    return all;
  }
}
