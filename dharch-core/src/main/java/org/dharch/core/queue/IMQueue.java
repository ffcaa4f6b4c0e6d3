package org.dharch.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.dharch.api.MessageId;
import org.dharch.core.context.DHMContext;
import org.dharch.core.spi.SelectionPolicy;

/**
 * Incoming Message Queue (seed 000, section 3.1.1): holds messages for MessageSelector in the order
 * of the selection policy. The bound is hard, because one lock covers both the check and the
 * insertion. Thread-safe.
 *
 * <p>Messages that belong to a request in execution ({@link DHMContext#continues}) wait separately,
 * before all others: the work for that request would be useless without them. They have a separate
 * bound of the same size.
 *
 * <p>Messages that arrived before the nodes of their handlers, at a manager that has just started,
 * also wait separately, until {@link #enterServed} queues them.
 */
public final class IMQueue {
  private static final Comparator<DHMContext> BY_END =
      Comparator.comparingLong(DHMContext::mayWaitUntil).thenComparingLong(place -> place.number);

  private final int bound;
  private final SelectionPolicy policy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MessageId, DHMContext> waiting = new HashMap<>();
  private final FairQueues queues = new FairQueues();
  private final TreeSet<DHMContext> byEnd = new TreeSet<>(BY_END);
  private final ArrayDeque<DHMContext> continuing = new ArrayDeque<>();

  /** Nested calls and their responses. They never wait behind messages that need a slot. */
  private final ArrayDeque<DHMContext> calls = new ArrayDeque<>();

  private final EarlyMessages early = new EarlyMessages();
  private long number;

  /** The earliest time at which a message that the last {@link #poll} skipped becomes eligible. */
  private long passedOverUntil = Long.MAX_VALUE;

  public IMQueue(int bound, SelectionPolicy policy) {
    this.bound = bound;
    this.policy = policy;
  }

  /** The result of {@link #offer}. */
  public enum Offer {
    TAKEN,
    FULL,
    /** The message's group has reached its limit. */
    GROUP_FULL,
    /** The messages before it need so much time that it would expire or miss its deadline. */
    REJECTED_LATE
  }

  /**
   * Queues the message if the queue has capacity.
   *
   * @param gate decides whether to queue the message, from the nanoseconds of work before it
   */
  public Offer offer(DHMContext place, LongPredicate gate) {
    lock.lock();
    try {
      boolean continues = place.continues();
      if ((continues ? continuing.size() + calls.size() : queues.size()) + early.size(continues)
          >= bound) {
        return Offer.FULL;
      }
      if (!continues && groupSize(place) >= policy.part(place, bound, place.arrivedAt())) {
        return Offer.GROUP_FULL;
      }
      place.number = number;
      if (place.isEarly()) {
        early.add(place);
      } else if (continues) {
        addContinuing(place);
      } else if (!takePosition(place, gate)) {
        return Offer.REJECTED_LATE;
      }
      number++;
      waiting.put(place.id(), place);
      byEnd.add(place);
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  private void addContinuing(DHMContext place) {
    (place.isCall ? calls : continuing).add(place);
  }

  private int groupSize(DHMContext place) {
    return queues.size(place.group()) + early.size(place.group());
  }

  /**
   * Queues the early messages whose handlers are now hosted.
   *
   * @param news a number that changes whenever more handlers are hosted
   * @return whether any message was queued
   */
  public boolean enterServed(long news, Predicate<DHMContext> served) {
    lock.lock();
    try {
      List<DHMContext> entering = early.served(news, served);
      for (DHMContext place : entering) {
        if (place.continues()) {
          addContinuing(place);
        } else {
          takePosition(place, before -> true);
        }
      }
      return !entering.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the messages that wait for their nodes. */
  public List<DHMContext> pollEarly() {
    lock.lock();
    try {
      return early.all().stream().map(this::taken).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether any message waits for its nodes. */
  public boolean hasEarly() {
    lock.lock();
    try {
      return !early.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the message waits for its nodes. */
  public boolean isEarly(MessageId id) {
    lock.lock();
    try {
      DHMContext place = waiting.get(id);
      return place != null && early.holds(place);
    } finally {
      lock.unlock();
    }
  }

  /** Returns a copy of all waiting messages. */
  public List<DHMContext> all() {
    lock.lock();
    try {
      return waiting.values().stream().toList();
    } finally {
      lock.unlock();
    }
  }

  private boolean takePosition(DHMContext place, LongPredicate gate) {
    long handicap = Math.max(0, policy.handicapNanos(place));
    place.position = place.arrivedAt() + Math.min(handicap, policy.ageing().toNanos());
    if (queues.size() > 0 && !gate.test(queues.workBefore(place.position))) {
      return false;
    }
    queues.add(place);
    return true;
  }

  /**
   * Returns the estimated execution time, in nanoseconds, of the messages at or before {@code
   * position}.
   */
  public long workBefore(long position) {
    lock.lock();
    try {
      return queues.workBefore(position);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes the next message by the selection policy.
   *
   * @param concurrencyLimit the number of slots
   * @param groups the slots that each group holds
   */
  public Optional<DHMContext> poll(long now, int concurrencyLimit, Slots.Usage groups) {
    lock.lock();
    try {
      passedOverUntil = Long.MAX_VALUE;
      return queues.first(place -> mayBegin(place, now, concurrencyLimit, groups)).map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  private boolean mayBegin(DHMContext place, long now, int concurrencyLimit, Slots.Usage groups) {
    double part = policy.part(place, concurrencyLimit, now);
    long aged = place.arrivedAt() + policy.ageing().toNanos();
    if (part >= concurrencyLimit || aged <= now) {
      return true;
    }
    long begins = Math.min(aged, groups.mayTakeAt(place.group(), part, now));
    if (begins <= now) {
      return true;
    }
    passedOverUntil = Math.min(passedOverUntil, begins);
    return false;
  }

  /** Removes the next message that belongs to a request in execution and satisfies {@code may}. */
  public Optional<DHMContext> pollContinuing(Predicate<DHMContext> may) {
    lock.lock();
    try {
      return calls.stream()
          .filter(may)
          .findFirst()
          .or(() -> Optional.ofNullable(continuing.peek()).filter(may))
          .map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the waiting message with this id. */
  public Optional<DHMContext> find(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id));
    } finally {
      lock.unlock();
    }
  }

  /** Removes a waiting message, regardless of its position. */
  public Optional<DHMContext> remove(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id)).map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the messages whose waiting time has expired. */
  public List<DHMContext> expired(long now) {
    lock.lock();
    try {
      if (passedOverUntil <= now) {
        passedOverUntil = Long.MAX_VALUE; // the next poll recomputes it
      }
      List<DHMContext> expired = List.of();
      while (!byEnd.isEmpty() && byEnd.first().mayWaitUntil() <= now) {
        if (expired.isEmpty()) {
          expired = new ArrayList<>();
        }
        expired.add(taken(byEnd.first()));
      }
      return expired;
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns all messages, in no particular order. */
  public List<DHMContext> drain() {
    lock.lock();
    try {
      return List.copyOf(byEnd).stream().map(this::taken).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the time at which the first message expires or a skipped message becomes eligible. */
  public long nextWake() {
    lock.lock();
    try {
      return byEnd.isEmpty()
          ? Long.MAX_VALUE
          : Math.min(byEnd.first().mayWaitUntil(), passedOverUntil);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the number of waiting messages, including early ones, without those that belong to a
   * request in execution.
   */
  public int size() {
    lock.lock();
    try {
      return queues.size() + early.size(false);
    } finally {
      lock.unlock();
    }
  }

  private DHMContext taken(DHMContext place) {
    waiting.remove(place.id());
    byEnd.remove(place);
    if (!queues.remove(place) && !early.remove(place) && !calls.remove(place)) {
      continuing.remove(place);
    }
    return place;
  }
}
