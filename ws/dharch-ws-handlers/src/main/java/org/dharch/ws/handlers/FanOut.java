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
 * The notifications of one event, read page by page from the matching subscriptions. Not
 * thread-safe.
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

  /** Returns the next notification, the same one until it is sent; empty at the end. */
  Optional<Notification> next(SubscriptionStore store, EventSource source) {
    while (page.isEmpty() && next < filters.length) {
      page.addAll(source.notifications(event, read(store)));
    }
    return Optional.ofNullable(page.peek());
  }

  void markSent() {
    page.remove();
  }

  /** Reads up to a page of subscriptions across filters. */
  private List<Subscription> read(SubscriptionStore store) {
    List<Subscription> found = new ArrayList<>();
    while (next < filters.length && found.size() < PAGE) {
      int limit = PAGE - found.size();
      List<Subscription> batch = store.page(filters[next], after, limit);
      found.addAll(batch);
      if (batch.size() < limit) {
        next++;
        after = "";
      } else {
        after = batch.get(batch.size() - 1).id();
      }
    }
    return found;
  }
}
