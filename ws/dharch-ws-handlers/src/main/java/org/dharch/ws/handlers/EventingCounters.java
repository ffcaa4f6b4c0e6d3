package org.dharch.ws.handlers;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events and notifications of eventing. Thread-safe. */
final class EventingCounters {
  enum Counted {
    /** Accepted events. */
    EVENTS,
    /** Events that match no filter. */
    UNMATCHED,
    /** Events that were deferred because too many were pending. */
    DEFERRED,
    /** Filters that exceeded their evaluation budget. */
    FILTER_EXCEEDED,
    /** Notifications passed to the transport, one for each subscription. */
    HANDED_OVER,
    /** Emissions that were delayed for lack of capacity. */
    NO_CAPACITY,
    /** Notifications that cannot be sent at all. */
    UNSENDABLE,
    /** Delivered notifications. */
    ARRIVED,
    /** Notifications that did not reach their sink. */
    LOST,
    /** Lost notifications to forbidden hosts. */
    FORBIDDEN,
    /** Notifications that were not sent for reasons unrelated to their sink. */
    NOT_SENT,
    /** Expired subscriptions. */
    EXPIRED,
    /** Subscriptions that ended before their expiration. */
    ENDED
  }

  private final Map<Counted, LongAdder> counts = new EnumMap<>(Counted.class);

  EventingCounters() {
    for (Counted counter : Counted.values()) {
      counts.put(counter, new LongAdder());
    }
  }

  void add(Counted counter, long count) {
    counts.get(counter).add(count);
  }

  long of(Counted counter) {
    return counts.get(counter).sum();
  }
}
