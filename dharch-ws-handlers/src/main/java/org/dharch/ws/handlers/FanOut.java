package org.dharch.ws.handlers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.dharch.ws.eventing.Event;
import org.dharch.ws.eventing.EventSource;
import org.dharch.ws.eventing.EventSource.Notification;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;

/**
 * One event on its way to those that it is for, a page of subscriptions after the other. It holds
 * one page at most. For one thread at a time.
 */
final class FanOut {
  static final int PAGE = 1_000;

  private final Event event;
  private final long[] filters;
  private final Queue<Notification> page = new ArrayDeque<>();
  private int next;
  private String after = "";

  FanOut(Event event, long[] filters) {
    this.event = event;
    this.filters = filters;
  }

  Event event() {
    return event;
  }

  /** What is to be handed over now; the same until it was. Empty: that is all. */
  Optional<Notification> next(SubscriptionStore store, EventSource source) {
    while (page.isEmpty() && next < filters.length) {
      page.addAll(source.notifications(event, read(store)));
    }
    return Optional.ofNullable(page.peek());
  }

  /** It was handed over. */
  void isHandedOver() {
    page.remove();
  }

  /** Up to a page's subscriptions, of as many filters as it takes. */
  private List<Subscription> read(SubscriptionStore store) {
    List<Subscription> found = new ArrayList<>();
    while (next < filters.length && found.size() < PAGE) {
      int limit = PAGE - found.size();
      List<Subscription> some = store.page(filters[next], after, limit);
      found.addAll(some);
      if (some.size() < limit) {
        next++;
        after = "";
      } else {
        after = some.get(some.size() - 1).id();
      }
    }
    return found;
  }
}
