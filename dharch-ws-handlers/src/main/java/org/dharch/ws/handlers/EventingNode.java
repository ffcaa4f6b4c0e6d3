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
 * The shared state of the eventing handlers of one node with one store: subscriptions, the filter
 * index, and pending events, which are sent in order of arrival. Callers send notifications
 * themselves within a time limit. The timer and callbacks for free capacity continue the rest.
 * Thread-safe.
 */
final class EventingNode {
  private static final Logger LOG = LoggerFactory.getLogger(EventingNode.class);
  private static final long TICK_MILLIS = 20;

  /** How long a message's handler may send its own and other notifications. */
  private static final long HANDLER_NANOS = 200_000_000L;

  private static final long BY_THE_WAY_NANOS = 20_000_000L;
  private static final long SWEEP_NANOS = 1_000_000_000L;
  private static final long RETAIN_NANOS = 10_000_000_000L;
  private static final int SWEPT_AT_ONCE = 1_000;
  private static final int SETTLED_AT_ONCE = 1_000;
  private static final int FILTERS_AT_ONCE = 1_000;

  /** The maximum total size of pending events, in bytes. */
  private static final long MOST_WAITING_BYTES = 64L << 20;

  /** The maximum number of SubscriptionEnd messages at the shutdown of a source in memory. */
  private static final int MOST_TOLD = 100_000;

  private final EventingSettingsReader settings;
  private final NodeContext node;
  private final SubscriptionStore store;
  private final EventSource source;
  private final FilterIndex index = new FilterIndex();
  private final EventingCounters counters = new EventingCounters();
  private final Pushes pushes = new Pushes(counters);
  private final Queue<FanOut> waiting = new ArrayDeque<>(); // guarded by its own monitor
  private long waitingBytes; // guarded by the same monitor
  private final ReentrantLock handingOver = new ReentrantLock();
  private final StoreTrouble trouble;
  private final ScheduledFuture<?> timer;
  private final Queue<Emission> untold = new ArrayDeque<>(); // used by the timer only
  private long sweepAt; // used by the timer only
  private long retainAt; // used by the timer only

  EventingNode(EventingSettingsReader settings, NodeContext node) {
    this.settings = settings;
    this.node = node;
    store = open(settings, node);
    source = new EventSource(settings.sending(), new SecureRandom());
    trouble = new StoreTrouble("eventing", settings.store().url(), node::nanos);
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
   * Accepts an event, which is pending or already sent when this returns.
   *
   * @return false, without effect, if too many events are pending
   * @throws StoreException if the store fails; then nothing was done
   */
  boolean take(Event event) {
    if (!hasCapacity(event)) {
      counters.add(Counted.DEFERRED, 1);
      return false;
    }
    refresh();
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
    handOver(HANDLER_NANOS);
    return true;
  }

  private boolean hasCapacity(Event event) {
    synchronized (waiting) {
      return waiting.size() < settings.waiting()
          && (waiting.isEmpty() || waitingBytes + bytes(event) <= MOST_WAITING_BYTES);
    }
  }

  private boolean enqueue(FanOut fanOut) {
    synchronized (waiting) {
      if (!hasCapacity(fanOut.event())) {
        return false;
      }
      waitingBytes += bytes(fanOut.event());
      return waiting.add(fanOut);
    }
  }

  private static long bytes(Event event) {
    return (long) event.envelope().length + event.content().length;
  }

  /** Loads new filters, so that subscriptions older than the event are considered. */
  private void refresh() {
    List<SubscriptionStore.Numbered> more;
    do {
      more = store.filtersAfter(index.highest(), FILTERS_AT_ONCE);
      index.add(more);
    } while (more.size() == FILTERS_AT_ONCE);
  }

  /** Sends pending notifications within capacity and time limit, on one thread at a time. */
  private void handOver(long nanos) {
    if (waiting() == 0 || handingOver.isHeldByCurrentThread() || !handingOver.tryLock()) {
      return; // there is nothing to send, this thread is sending already, or another thread or the
      // timer will
    }
    try {
      long end = node.nanos() + nanos;
      boolean isOn = true;
      while (isOn && node.nanos() - end < 0) {
        isOn = handOverNext();
      }
    } catch (StoreException e) {
      trouble.failed("events are pending: " + e.getMessage());
    } catch (RuntimeException e) { // it would fail each time and block the following events
      remove().ifPresent(lost -> LOG.error("Dropped event={}", lost.event().id(), e));
    } finally {
      handingOver.unlock();
    }
  }

  /** Removes the current event. */
  private Optional<FanOut> remove() {
    synchronized (waiting) {
      Optional<FanOut> first = Optional.ofNullable(waiting.poll());
      first.ifPresent(it -> waitingBytes -= bytes(it.event()));
      return first;
    }
  }

  /** Sends the next notification; returns false if there is none, or no capacity. */
  private boolean handOverNext() {
    FanOut first;
    synchronized (waiting) {
      first = waiting.peek();
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
    first.isHandedOver();
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

  /** The number of pending events. */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  // ---- results of notifications

  /** See {@link org.dharch.api.DHHandler#emitted}. */
  void emitted(MessageId id, Emitted outcome) {
    pushes.emitted(id, outcome);
    handOver(BY_THE_WAY_NANOS);
  }

  private void settle() {
    Pushes.Outcome outcome = pushes.outcome(SETTLED_AT_ONCE);
    if (outcome.isEmpty()) {
      return;
    }
    List<Subscription> ended;
    try {
      ended = store.recordDeliveries(outcome.lost(), outcome.arrived(), settings.tolerance());
    } catch (StoreException e) {
      pushes.again(outcome);
      throw e;
    }
    for (Subscription one : ended) {
      LOG.info(
          "Ended subscription={} lost={} sink={}",
          one.id(),
          one.failures(),
          one.notifyTo().address());
      end(one, EndStatus.DELIVERY_FAILURE, "notifications could not be delivered");
    }
  }

  private void end(Subscription ended, EndStatus status, String reason) {
    counters.add(Counted.ENDED, 1);
    source.end(ended, status, reason).ifPresent(untold::add);
  }

  /** Sends SubscriptionEnd messages within capacity; returns false if some are left. */
  private boolean tellEnds() {
    while (!untold.isEmpty() && isGone(untold.peek())) {
      untold.remove();
    }
    return untold.isEmpty();
  }

  /** Sends a SubscriptionEnd; returns false if there is no capacity. */
  private boolean isGone(Emission end) {
    try {
      return node.emitter().emit(end);
    } catch (IllegalArgumentException e) { // it would fail each time and block the following ones
      counters.add(Counted.UNSENDABLE, 1);
      LOG.warn("Failed to send SubscriptionEnd reason={}", e.getMessage());
      return true;
    }
  }

  // ---- timer

  private void tick() {
    try {
      long now = node.nanos();
      handOver(BY_THE_WAY_NANOS);
      pushes.tick(now);
      if (tellEnds()) { // a bound on the number of SubscriptionEnd messages
        settle();
        if (now - sweepAt >= 0) {
          sweep(now);
        }
        tellEnds();
      }
      if (now - retainAt >= 0) {
        retainAt = now + RETAIN_NANOS;
        index.retain(store.numbers());
      }
      trouble.works();
    } catch (StoreException e) {
      trouble.failed(e.getMessage());
    } catch (RuntimeException e) { // an exception would cancel the timer
      LOG.error("Eventing timer failed store={}", settings.store().url(), e);
    }
  }

  /** Sweeps one batch per tick while there are more, then pauses. */
  private void sweep(long now) {
    SubscriptionStore.Swept swept = store.sweep(SWEPT_AT_ONCE);
    counters.add(Counted.EXPIRED, swept.count() - swept.canceled().size());
    sweepAt = swept.count() < SWEPT_AT_ONCE ? now + SWEEP_NANOS : now;
    swept
        .canceled()
        .forEach(
            one -> end(one, EndStatus.SOURCE_CANCELING, "canceled by the event source's operator"));
  }

  // ---- shutdown

  /** Closes the store; sends SubscriptionEnd for subscriptions in memory. */
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
    int told = 0;
    for (long number : store.numbers().all()) {
      String after = "";
      List<Subscription> page;
      do {
        page = store.page(number, after, FanOut.PAGE);
        for (Subscription one : page) {
          after = one.id();
          counters.add(Counted.ENDED, 1);
          Optional<Emission> end =
              source.end(one, EndStatus.SOURCE_SHUTTING_DOWN, "the event source ends");
          if (told++ == MOST_TOLD || (end.isPresent() && !node.emitter().emit(end.get()))) {
            return;
          }
        }
      } while (!page.isEmpty());
    }
  }
}
