package org.dharch.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.dharch.api.MessageId;
import org.dharch.core.context.DHMContext;
import org.dharch.core.spi.SelectionPolicy;

/**
 * Incoming Message Queue (seed 000, section 3.1.1): messages that wait for MessageSelector, in the
 * order of the selection policy. Its bound is hard: checked and taken under one lock. Safe for any
 * thread.
 *
 * <p>Messages that belong to a request in execution ({@link DHMContext#continues}) wait separately,
 * in front of all others: the work for that request would be useless without them. They have a
 * separate bound of the same size.
 *
 * <p>Messages that arrived before the nodes of their handlers, at a manager that has just started,
 * wait separately too, until {@link #enterServed} queues them.
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

  /**
   * Those of them that are calls, or their answers: these wait behind nothing that needs a slot.
   */
  private final ArrayDeque<DHMContext> calls = new ArrayDeque<>();

  private final EarlyPlaces early = new EarlyPlaces();
  private long number;

  /**
   * When the first of those that the last {@link #poll} passed over is not passed over any more.
   */
  private long passedOverUntil = Long.MAX_VALUE;

  public IMQueue(int bound, SelectionPolicy policy) {
    this.bound = bound;
    this.policy = policy;
  }

  /** Why a message was not taken. */
  public enum Offer {
    TAKEN,
    FULL,
    /** Every place that its share may hold is taken. */
    GROUP_FULL,
    /** So much is before it that it is of no use. */
    REJECTED_LATE
  }

  /**
   * Takes the message in if there is a place for it.
   *
   * @param gate says whether to take it that has so much work before it, in nanoseconds
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
   * Gives those that waited for their nodes their turns, if these are there.
   *
   * @param news changes whenever more is served
   * @return whether there were any
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

  /** Takes out those that wait for their nodes. */
  public List<DHMContext> pollEarly() {
    lock.lock();
    try {
      return early.all().stream().map(this::taken).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Whether any wait for their nodes. */
  public boolean hasEarly() {
    lock.lock();
    try {
      return !early.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** How many wait for their nodes; without those that belong to a request in execution. */
  public int earlySize() {
    lock.lock();
    try {
      return early.size(false);
    } finally {
      lock.unlock();
    }
  }

  /** Whether this one waits for its nodes. */
  public boolean isEarly(MessageId id) {
    lock.lock();
    try {
      DHMContext place = waiting.get(id);
      return place != null && early.holds(place);
    } finally {
      lock.unlock();
    }
  }

  /** All that wait here; a copy. */
  public List<DHMContext> all() {
    lock.lock();
    try {
      return waiting.values().stream().toList();
    } finally {
      lock.unlock();
    }
  }

  /** How many of these are such; looks at each. */
  public int countEarly(Predicate<DHMContext> such) {
    lock.lock();
    try {
      return (int) early.all().stream().filter(such).count();
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

  /** The work whose turn is not after {@code position}, in nanoseconds. */
  public long workBefore(long position) {
    lock.lock();
    try {
      return queues.workBefore(position);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next message by the selection policy.
   *
   * @param concurrencyLimit how many slots there are
   * @param groups who holds how many of them
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

  /** Removes the next message that belongs to a request and for which {@code may} holds. */
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

  /** The message of this id, if it waits here. */
  public Optional<DHMContext> find(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id));
    } finally {
      lock.unlock();
    }
  }

  /** Takes out one message before its turn. */
  public Optional<DHMContext> remove(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id)).map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** Takes out those that may wait no longer. */
  public List<DHMContext> expired(long now) {
    lock.lock();
    try {
      if (passedOverUntil <= now) {
        passedOverUntil = Long.MAX_VALUE; // the next poll looks again; without room there is none
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

  /** Takes out all, in no order. */
  public List<DHMContext> drain() {
    lock.lock();
    try {
      return List.copyOf(byEnd).stream().map(this::taken).toList();
    } finally {
      lock.unlock();
    }
  }

  /** When the first of those that wait may wait no longer, or may not be passed over any more. */
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
   * How many wait for their turn, or for their nodes; without those that belong to a request in
   * execution.
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

  /**
   * Messages that arrived before the nodes of their handlers. Each is checked at its arrival, and
   * again only when more handlers are hosted. Not safe for several threads.
   */
  private static final class EarlyPlaces {
    private final Set<DHMContext> all = new LinkedHashSet<>();
    private final Deque<DHMContext> fresh = new ArrayDeque<>();
    private final Map<String, Integer> groups = new HashMap<>();
    private int continuing;
    private long news = -1;

    void add(DHMContext place) {
      all.add(place);
      fresh.add(place);
      if (place.continues()) {
        continuing++;
      } else {
        groups.merge(place.group(), 1, Integer::sum);
      }
    }

    boolean isEmpty() {
      return all.isEmpty();
    }

    /** How many of them belong to a request in execution, or do not. */
    int size(boolean continues) {
      return continues ? continuing : all.size() - continuing;
    }

    /** How many of this share do not belong to a request in execution. */
    int size(String group) {
      return groups.getOrDefault(group, 0);
    }

    boolean holds(DHMContext place) {
      return all.contains(place);
    }

    /** False if it is not here. */
    boolean remove(DHMContext place) {
      boolean removed = all.remove(place);
      if (removed && place.continues()) {
        continuing--;
      } else if (removed) {
        groups.computeIfPresent(place.group(), (group, count) -> count == 1 ? null : count - 1);
      }
      return removed;
    }

    /**
     * Removes the messages whose handlers are hosted, in order of arrival.
     *
     * @param now the number of the latest change; while it is the same, only new messages are
     *     checked
     */
    List<DHMContext> served(long now, Predicate<DHMContext> served) {
      List<DHMContext> candidates = new ArrayList<>(now == news ? fresh : all);
      news = now;
      fresh.clear();
      List<DHMContext> taken =
          candidates.stream().filter(place -> all.contains(place) && served.test(place)).toList();
      taken.forEach(this::remove);
      return taken;
    }

    List<DHMContext> all() {
      return List.copyOf(all);
    }
  }
}
