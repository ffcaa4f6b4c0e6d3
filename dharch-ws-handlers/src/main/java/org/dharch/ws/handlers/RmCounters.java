package org.dharch.ws.handlers;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.engine.RmDirective;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happened that nobody is answered. Any thread. */
final class RmCounters {
  private static final Logger LOG = LoggerFactory.getLogger(RmCounters.class);

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void count(RmDirective told) {
    RmAction action = told.action();
    String key = told.sequence().key();
    if (action instanceof RmAction.Dropped dropped) {
      add("dropped", 1);
      LOG.debug("message {} of {} is dropped: {}", dropped.number(), key, dropped.reason());
    } else if (action instanceof RmAction.Discarded discarded) {
      add("discarded", discarded.numbers().size());
      LOG.warn("messages {} of {} are discarded", discarded.numbers(), key);
    } else if (action instanceof RmAction.GaveUp gaveUp) {
      add("given up", 1);
      LOG.error("message {} of {} could not be delivered, and is kept", gaveUp.number(), key);
    } else if (action instanceof RmAction.Settled settled) {
      add("acknowledged", settled.numbers().size());
    } else if (action instanceof RmAction.Lost lost) {
      add("lost", lost.numbers().size());
      LOG.error("messages {} of {} are not acknowledged: {}", lost.numbers(), key, lost.reason());
    }
  }

  void noCapacity() {
    add("no room", 1);
  }

  private void add(String what, long count) {
    counts.computeIfAbsent(what, name -> new LongAdder()).add(count);
  }

  /** Each by its name. */
  Map<String, Long> all() {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach((name, count) -> all.put(name, count.sum()));
    return all;
  }
}
