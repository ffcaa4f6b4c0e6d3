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
 * The notifications in flight, for a bounded number of addresses. Each is tracked until its result
 * arrives or its time limit passes. Thread-safe.
 */
final class Pushes {
  /** The maximum number of addresses in flight. */
  static final int MOST = 64_000;

  /** How long a notification is tracked after its time limit. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  /** The results of notifications, by subscription. */
  record Outcome(List<String> lost, List<String> arrived) {
    boolean isEmpty() {
      return lost.isEmpty() && arrived.isEmpty();
    }
  }

  /** One emission. */
  private static final class Push {
    final List<String> ids; // of subscriptions that count losses
    final BitSet failing = new BitSet();
    final int addresses;
    final long untilNanos;
    final BitSet told = new BitSet();

    Push(Notification notification, long untilNanos, int addresses) {
      this.ids = notification.subscriptions().stream().map(Subscription::id).toList();
      this.addresses = addresses;
      this.untilNanos = untilNanos;
      for (int i = 0; i < ids.size(); i++) {
        failing.set(i, notification.subscriptions().get(i).failures() > 0);
      }
    }
  }

  /** A result of one subscription to record. */
  private record Told(String id, boolean isLost) {}

  private final Map<MessageId, Push> underWay = new ConcurrentHashMap<>();
  private final Queue<Told> told =
      new ConcurrentLinkedQueue<>(); // bounded by the addresses in flight
  private final AtomicLong noted = new AtomicLong();
  private final AtomicLong addresses = new AtomicLong();
  private final EventingCounters counters;

  Pushes(EventingCounters counters) {
    this.counters = counters;
  }

  /** Whether there is capacity for another emission. */
  boolean hasCapacity() {
    return addresses.get() < MOST && noted.get() < MOST;
  }

  /** The number of addresses in flight. */
  long underWay() {
    return addresses.get();
  }

  /** Registers a notification before it is sent. */
  void begin(Notification notification, int count, long now) {
    long until = now + notification.emission().deadline().toNanos() + GRACE_NANOS;
    addresses.addAndGet(count);
    underWay.put(notification.emission().id(), new Push(notification, until, count));
  }

  /** Removes a notification; returns false if it was not in flight. */
  boolean forget(MessageId id) {
    Push push = underWay.remove(id);
    if (push != null) {
      addresses.addAndGet(-push.addresses);
    }
    return push != null;
  }

  /** Handles the result of an emission or of one of its addresses. */
  void emitted(MessageId id, Emitted outcome) {
    Push push = underWay.get(id);
    if (push == null) {
      return; // late, or another emission
    }
    if (outcome instanceof Emitted.Sent sent) {
      tell(id, push, sent.address(), sent.status() / 100 == 2);
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
    // an expired deadline or a busy manager is not a failure of the sink
    boolean isLost =
        reason.startsWith("REFUSED")
            || reason.startsWith("UNREACHED")
            || reason.startsWith("UNKNOWN")
            || reason.startsWith("BAD_ANSWER");
    if (reason.startsWith("REFUSED")) {
      counters.add(Counted.FORBIDDEN, 1);
    }
    if (isLost) {
      tell(id, push, failed.address(), false);
    } else {
      counters.add(Counted.NOT_SENT, 1);
      if (isTold(push, failed.address())) {
        forget(id);
      }
    }
  }

  private void tell(MessageId id, Push push, int address, boolean hasArrived) {
    counters.add(hasArrived ? Counted.ARRIVED : Counted.LOST, 1);
    if (address < push.ids.size() && (!hasArrived || push.failing.get(address))) {
      note(new Told(push.ids.get(address), !hasArrived));
    }
    if (isTold(push, address)) {
      forget(id);
    }
  }

  /** Whether the result of this address is already known. */
  private static boolean isTold(Push push, int address) {
    synchronized (push) {
      push.told.set(address);
      return push.told.cardinality() >= push.addresses;
    }
  }

  /** Drops notifications whose result is overdue. */
  void tick(long now) {
    for (Iterator<Map.Entry<MessageId, Push>> all = underWay.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<MessageId, Push> one = all.next();
      if (now - one.getValue().untilNanos > 0 && forget(one.getKey())) {
        counters.add(Counted.NOT_SENT, untold(one.getValue()));
      }
    }
  }

  private static int untold(Push push) {
    synchronized (push) {
      return push.addresses - push.told.cardinality();
    }
  }

  /** Returns at most {@code limit} results since the last call. */
  Outcome outcome(int limit) {
    Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>());
    for (int n = 0; n < limit; n++) {
      Told one = told.poll();
      if (one == null) {
        break;
      }
      noted.decrementAndGet();
      (one.isLost() ? outcome.lost() : outcome.arrived()).add(one.id());
    }
    return outcome;
  }

  /** Returns a result that could not be recorded to the queue. */
  void again(Outcome outcome) {
    outcome.lost().forEach(id -> note(new Told(id, true)));
    outcome.arrived().forEach(id -> note(new Told(id, false)));
  }

  private void note(Told one) {
    told.add(one);
    noted.incrementAndGet();
  }
}
