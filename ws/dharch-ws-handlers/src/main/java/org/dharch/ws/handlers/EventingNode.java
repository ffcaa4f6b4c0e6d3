package org.dharch.ws.handlers;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.eventing.Event;
import org.dharch.ws.eventing.EventSource;
import org.dharch.ws.eventing.EventSource.Notification;
import org.dharch.ws.eventing.EventingVersion.EndStatus;
import org.dharch.ws.eventing.FilterIndex;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.eventing.store.MemorySubscriptionStore;
import org.dharch.ws.handlers.EventingCounters.Counted;
import org.dharch.ws.jdbc.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared state of the eventing handlers of one node with one store: subscriptions, filter index
 * and pending events, which are sent in order of arrival. Callers send notifications themselves
 * within a time limit; the timer and callbacks for free capacity send the rest. Thread-safe.
 */
final class EventingNode {
  private static final Logger LOG = LoggerFactory.getLogger(EventingNode.class);
  private static final long TICK_MILLIS = 20;

  /** How long a handler call may send notifications. */
  private static final long HANDLER_NANOS = 200_000_000L;

  private static final long CALLBACK_NANOS = 20_000_000L;
  private static final long SWEEP_NANOS = 1_000_000_000L;
  private static final long RETAIN_NANOS = 10_000_000_000L;
  private static final int SWEEP_BATCH = 1_000;
  private static final int RESULT_BATCH = 1_000;
  private static final int FILTER_BATCH = 1_000;

  /** The maximum total size of pending events, in bytes. */
  private static final long MAX_PENDING_BYTES = 64L << 20;

  /** The maximum number of SubscriptionEnd messages at the shutdown of a source in memory. */
  private static final int MAX_END_MESSAGES = 100_000;

  private final EventingSettingsReader settings;
  private final NodeContext node;
  private final SubscriptionStore store;
  private final EventSource source;
  private final FilterIndex index = new FilterIndex();
  private final EventingCounters counters = new EventingCounters();
  private final PendingNotifications pushes = new PendingNotifications(counters);
  private final Queue<FanOut> pending = new ArrayDeque<>(); // guarded by its own monitor
  private long pendingBytes; // guarded by the same monitor
  private final ReentrantLock sendLock = new ReentrantLock();
  private final StoreHealthLog storeHealth;
  private final ScheduledFuture<?> timer;
  private final Queue<Emission> endMessages = new ArrayDeque<>(); // used by the timer only
  private long sweepAt; // used by the timer only
  private long retainAt; // used by the timer only

  EventingNode(EventingSettingsReader settings, NodeContext node) {
    this.settings = settings;
    this.node = node;
    store = open(settings, node);
    source = new EventSource(settings.sending(), new SecureRandom());
    storeHealth = new StoreHealthLog("eventing", settings.store().url(), node::nanos);
    sweepAt = node.nanos();
    retainAt = sweepAt;
    timer =
        node.timers()
            .scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static SubscriptionStore open(EventingSettingsReader settings, NodeContext node) {
    if (settings.store().isMemory()) {
      return new MemorySubscriptionStore(node.clock(), settings.bounds());
    }
    try {
      return JdbcSubscriptionStore.open(
          settings.store().url(),
          settings.store().login(),
          node.clock(),
          settings.store().connections(),
          settings.bounds());
    } catch (StoreException e) {
      throw new DHArchException("store='" + settings.store().url() + "': " + e.getMessage(), e);
    }
  }

  EventingSettingsReader settings() {
    return settings;
  }

  SubscriptionStore store() {
    return store;
  }

  EventingCounters counters() {
    return counters;
  }

  // ---- events

  /**
   * Accepts an event, which is then pending or already sent.
   *
   * @return false, without effect, if too many events are pending
   * @throws StoreException if the store fails; then nothing was done
   */
  boolean accept(Event event) {
    if (!hasCapacity(event)) {
      counters.add(Counted.DEFERRED, 1);
      return false;
    }
    loadFilters();
    FilterIndex.Matches matches = index.match(event);
    counters.add(Counted.FILTER_EXCEEDED, matches.exceeded());
    if (matches.filters().length == 0) {
      counters.add(Counted.EVENTS, 1);
      counters.add(Counted.UNMATCHED, 1);
      return true;
    }
    if (!enqueue(new FanOut(event, matches.filters()))) {
      counters.add(Counted.DEFERRED, 1);
      return false;
    }
    counters.add(Counted.EVENTS, 1);
    sendPending(HANDLER_NANOS);
    return true;
  }

  private boolean hasCapacity(Event event) {
    synchronized (pending) {
      return pending.size() < settings.waiting()
          && (pending.isEmpty() || pendingBytes + bytes(event) <= MAX_PENDING_BYTES);
    }
  }

  private boolean enqueue(FanOut fanOut) {
    synchronized (pending) {
      if (!hasCapacity(fanOut.event())) {
        return false;
      }
      pendingBytes += bytes(fanOut.event());
      return pending.add(fanOut);
    }
  }

  private static long bytes(Event event) {
    return (long) event.envelope().length + event.content().length;
  }

  /** Loads new filters, because subscriptions older than the event must match. */
  private void loadFilters() {
    List<SubscriptionStore.Numbered> filters;
    do {
      filters = store.filtersAfter(index.highest(), FILTER_BATCH);
      index.add(filters);
    } while (filters.size() == FILTER_BATCH);
  }

  /** Sends pending notifications within capacity and time limit, on one thread at a time. */
  private void sendPending(long nanos) {
    if (pendingCount() == 0 || sendLock.isHeldByCurrentThread() || !sendLock.tryLock()) {
      return; // another call or the timer sends them
    }
    try {
      long end = node.nanos() + nanos;
      boolean hasMore = true;
      while (hasMore && node.nanos() - end < 0) {
        hasMore = sendNext();
      }
    } catch (StoreException e) {
      storeHealth.failed("events are pending: " + e.getMessage());
    } catch (RuntimeException e) { // a retry would fail and block the following events
      remove().ifPresent(failed -> LOG.error("Dropped event={}", failed.event().id(), e));
    } finally {
      sendLock.unlock();
    }
  }

  private Optional<FanOut> remove() {
    synchronized (pending) {
      Optional<FanOut> first = Optional.ofNullable(pending.poll());
      first.ifPresent(fanOut -> pendingBytes -= bytes(fanOut.event()));
      return first;
    }
  }

  /** Sends the next notification; returns false if there is none or no capacity. */
  private boolean sendNext() {
    FanOut first;
    synchronized (pending) {
      first = pending.peek();
    }
    if (first == null || !pushes.hasCapacity()) {
      return false;
    }
    Optional<Notification> next = first.next(store, source);
    if (next.isEmpty()) {
      remove();
      return true;
    }
    if (!push(next.get())) {
      return false;
    }
    first.markSent();
    return true;
  }

  private boolean push(Notification notification) {
    Emission emission = notification.emission();
    int addresses = Math.max(1, notification.subscriptions().size());
    pushes.begin(notification, addresses, node.nanos());
    try {
      if (node.emitter().emit(emission)) {
        counters.add(Counted.HANDED_OVER, addresses);
        return true;
      }
      counters.add(Counted.NO_CAPACITY, 1);
      pushes.forget(emission.id());
      return false;
    } catch (IllegalArgumentException e) {
      pushes.forget(emission.id());
      counters.add(Counted.UNSENDABLE, addresses);
      LOG.warn("Failed to send notification reason={}", e.getMessage());
      return true;
    }
  }

  int pendingCount() {
    synchronized (pending) {
      return pending.size();
    }
  }

  // ---- results of notifications

  /** See {@link org.dharch.api.DHHandler#emitted}. */
  void emitted(MessageId id, Emitted outcome) {
    pushes.emitted(id, outcome);
    sendPending(CALLBACK_NANOS);
  }

  private void recordResults() {
    PendingNotifications.Outcome outcome = pushes.outcome(RESULT_BATCH);
    if (outcome.isEmpty()) {
      return;
    }
    List<Subscription> ended;
    try {
      ended = store.recordDeliveries(outcome.lost(), outcome.arrived(), settings.tolerance());
    } catch (StoreException e) {
      pushes.requeue(outcome);
      throw e;
    }
    for (Subscription subscription : ended) {
      LOG.info(
          "Ended subscription={} lost={} sink={}",
          subscription.id(),
          subscription.failures(),
          subscription.notifyTo().address());
      end(subscription, EndStatus.DELIVERY_FAILURE, "notifications could not be delivered");
    }
  }

  private void end(Subscription ended, EndStatus status, String reason) {
    counters.add(Counted.ENDED, 1);
    source.end(ended, status, reason).ifPresent(endMessages::add);
  }

  /** Sends SubscriptionEnd messages within capacity; returns true if none is left. */
  private boolean sendEnds() {
    while (!endMessages.isEmpty() && sendEnd(endMessages.peek())) {
      endMessages.remove();
    }
    return endMessages.isEmpty();
  }

  /** Sends a SubscriptionEnd; returns false if there is no capacity. */
  private boolean sendEnd(Emission end) {
    try {
      return node.emitter().emit(end);
    } catch (IllegalArgumentException e) { // a retry would fail and block the following ones
      counters.add(Counted.UNSENDABLE, 1);
      LOG.warn("Failed to send SubscriptionEnd reason={}", e.getMessage());
      return true;
    }
  }

  // ---- timer

  private void tick() {
    try {
      long now = node.nanos();
      sendPending(CALLBACK_NANOS);
      pushes.tick(now);
      if (sendEnds()) { // bounds the number of pending SubscriptionEnd messages
        recordResults();
        if (now - sweepAt >= 0) {
          sweep(now);
        }
        sendEnds();
      }
      if (now - retainAt >= 0) {
        retainAt = now + RETAIN_NANOS;
        index.retain(store.numbers());
      }
      storeHealth.succeeded();
    } catch (StoreException e) {
      storeHealth.failed(e.getMessage());
    } catch (RuntimeException e) { // an exception would cancel the timer
      LOG.error("Eventing timer failed store={}", settings.store().url(), e);
    }
  }

  /** Sweeps one batch per tick while there are more. */
  private void sweep(long now) {
    SubscriptionStore.Swept swept = store.sweep(SWEEP_BATCH);
    counters.add(Counted.EXPIRED, swept.count() - swept.canceled().size());
    sweepAt = swept.count() < SWEEP_BATCH ? now + SWEEP_NANOS : now;
    swept
        .canceled()
        .forEach(
            subscription ->
                end(
                    subscription,
                    EndStatus.SOURCE_CANCELING,
                    "canceled by the event source's operator"));
  }

  // ---- shutdown

  /** Sends SubscriptionEnd for subscriptions in memory and closes the store. */
  void close() {
    timer.cancel(false);
    if (settings.store().isMemory()) {
      try {
        endAll();
      } catch (RuntimeException e) {
        LOG.warn("Failed to send SubscriptionEnd to all subscribers reason={}", e.getMessage());
      }
    }
    store.close();
  }

  private void endAll() {
    int sent = 0;
    for (long number : store.numbers().all()) {
      String after = "";
      List<Subscription> page;
      do {
        page = store.page(number, after, FanOut.PAGE);
        for (Subscription subscription : page) {
          after = subscription.id();
          counters.add(Counted.ENDED, 1);
          Optional<Emission> end =
              source.end(subscription, EndStatus.SOURCE_SHUTTING_DOWN, "the event source ends");
          if (sent++ == MAX_END_MESSAGES || (end.isPresent() && !node.emitter().emit(end.get()))) {
            return;
          }
        }
      } while (!page.isEmpty());
    }
  }
}
