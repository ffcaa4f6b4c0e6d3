package org.dharch.ws.handlers;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.ws.eventing.EventSource.Notification;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.handlers.EventingCounters.Counted;

/**
 * The notifications in flight, bounded by the number of addresses. Each is tracked until its result
 * arrives or its time limit expires. Thread-safe.
 */
final class PendingNotifications {
  /** The maximum number of addresses in flight. */
  static final int MAX_ADDRESSES = 64_000;

  /** How long a notification is tracked after its time limit. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  record Outcome(List<String> lost, List<String> arrived) {
    boolean isEmpty() {
      return lost.isEmpty() && arrived.isEmpty();
    }
  }

  private static final class Push {
    final List<String> ids; // of subscriptions that count losses
    final BitSet failing = new BitSet();
    final int addresses;
    final long untilNanos;
    final BitSet known = new BitSet();

    Push(Notification notification, long untilNanos, int addresses) {
      this.ids = notification.subscriptions().stream().map(Subscription::id).toList();
      this.addresses = addresses;
      this.untilNanos = untilNanos;
      for (int i = 0; i < ids.size(); i++) {
        failing.set(i, notification.subscriptions().get(i).failures() > 0);
      }
    }
  }

  private record Result(String id, boolean isLost) {}

  private final Map<MessageId, Push> inFlight = new ConcurrentHashMap<>();
  private final Queue<Result> results = new ConcurrentLinkedQueue<>(); // bounded, see hasCapacity
  private final AtomicLong queued = new AtomicLong();
  private final AtomicLong addresses = new AtomicLong();
  private final EventingCounters counters;

  PendingNotifications(EventingCounters counters) {
    this.counters = counters;
  }

  /** Whether there is capacity for another emission. */
  boolean hasCapacity() {
    return addresses.get() < MAX_ADDRESSES && queued.get() < MAX_ADDRESSES;
  }

  /** Call it before the notification is sent. */
  void begin(Notification notification, int count, long now) {
    long until = now + notification.emission().deadline().toNanos() + GRACE_NANOS;
    addresses.addAndGet(count);
    inFlight.put(notification.emission().id(), new Push(notification, until, count));
  }

  /** Removes a notification; returns false if it was not in flight. */
  boolean forget(MessageId id) {
    Push push = inFlight.remove(id);
    if (push != null) {
      addresses.addAndGet(-push.addresses);
    }
    return push != null;
  }

  /** Records the result of an emission or of one of its addresses. */
  void emitted(MessageId id, Emitted outcome) {
    Push push = inFlight.get(id);
    if (push == null) {
      return; // late, or another emission
    }
    if (outcome instanceof Emitted.Sent sent) {
      record(id, push, sent.address(), sent.status() / 100 == 2);
    } else if (outcome instanceof Emitted.Failed failed
        && failed.address() != Emitted.Failed.WHOLE) {
      failed(id, push, failed);
    } else {
      counters.add(Counted.NOT_SENT, push.addresses);
      forget(id);
    }
  }

  private void failed(MessageId id, Push push, Emitted.Failed failed) {
    String reason = failed.reason();
    // other reasons are not failures of the sink
    boolean isLost =
        reason.startsWith("REFUSED")
            || reason.startsWith("UNREACHED")
            || reason.startsWith("UNKNOWN")
            || reason.startsWith("BAD_ANSWER");
    if (reason.startsWith("REFUSED")) {
      counters.add(Counted.FORBIDDEN, 1);
    }
    if (isLost) {
      record(id, push, failed.address(), false);
    } else {
      counters.add(Counted.NOT_SENT, 1);
      if (isComplete(push, failed.address())) {
        forget(id);
      }
    }
  }

  private void record(MessageId id, Push push, int address, boolean hasArrived) {
    counters.add(hasArrived ? Counted.ARRIVED : Counted.LOST, 1);
    if (address < push.ids.size() && (!hasArrived || push.failing.get(address))) {
      enqueue(new Result(push.ids.get(address), !hasArrived));
    }
    if (isComplete(push, address)) {
      forget(id);
    }
  }

  /** Returns true if the results of all addresses are known. */
  private static boolean isComplete(Push push, int address) {
    synchronized (push) {
      push.known.set(address);
      return push.known.cardinality() >= push.addresses;
    }
  }

  /** Drops notifications whose result is overdue. */
  void tick(long now) {
    for (Iterator<Map.Entry<MessageId, Push>> entries = inFlight.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<MessageId, Push> entry = entries.next();
      if (now - entry.getValue().untilNanos > 0 && forget(entry.getKey())) {
        counters.add(Counted.NOT_SENT, unknownCount(entry.getValue()));
      }
    }
  }

  private static int unknownCount(Push push) {
    synchronized (push) {
      return push.addresses - push.known.cardinality();
    }
  }

  /** Returns at most {@code limit} results since the last call. */
  Outcome outcome(int limit) {
    Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>());
    for (int n = 0; n < limit; n++) {
      Result entry = results.poll();
      if (entry == null) {
        break;
      }
      queued.decrementAndGet();
      (entry.isLost() ? outcome.lost() : outcome.arrived()).add(entry.id());
    }
    return outcome;
  }

  /** Returns results to the queue that could not be recorded. */
  void requeue(Outcome outcome) {
    outcome.lost().forEach(id -> enqueue(new Result(id, true)));
    outcome.arrived().forEach(id -> enqueue(new Result(id, false)));
  }

  private void enqueue(Result entry) {
    results.add(entry);
    queued.incrementAndGet();
  }
}
