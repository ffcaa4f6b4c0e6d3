package org.dharch.ws.handlers;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What happened of which no peer is told. Any thread. */
final class EventingCounters {
  /** What is counted. */
  enum Counted {
    /** Events that were taken. */
    EVENTS,
    /** Events that are for no subscription's filter. */
    UNMATCHED,
    /** Events that were put off, as too many wait. */
    DEFERRED,
    /** Filters that were too much to evaluate on an event. */
    FILTER_EXCEEDED,
    /** Notifications that were handed over, by subscriptions. */
    HANDED_OVER,
    /** Emissions that there was no room for; they are handed over later. */
    NO_ROOM,
    /** Notifications that can never be sent. */
    UNSENDABLE,
    /** Notifications that have arrived. */
    ARRIVED,
    /** Notifications that were lost on the way to their sink. */
    LOST,
    /** Of these, those whose host nothing may be sent to. */
    FORBIDDEN,
    /** Notifications that never left, and are no fault of their sink. */
    NOT_SENT,
    /** Subscriptions that have expired. */
    EXPIRED,
    /** Subscriptions that have ended before that. */
    ENDED
  }

  private final Map<Counted, LongAdder> counts = new EnumMap<>(Counted.class);

  EventingCounters() {
    for (Counted what : Counted.values()) {
      counts.put(what, new LongAdder());
    }
  }

  void add(Counted what, long count) {
    counts.get(what).add(count);
  }

  long of(Counted what) {
    return counts.get(what).sum();
  }
}
