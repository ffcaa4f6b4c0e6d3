package org.dharch.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.dharch.api.MessageId;
import org.dharch.core.spi.SelectionPolicy;

/**
 * Incoming Message Queue (seed 000, section 3.1.1): messages that wait for MessageSelector, by the
 * turn that the selection policy gives each when it comes. Its bound is hard: decided and taken
 * under one lock. Safe for any thread.
 *
 * <p>Messages that belong to a request in execution ({@link DHMContext#continues}) wait apart, in
 * front of all others: what was done for that request would be in vain without them. They have a
 * bound of their own, as large.
 */
final class IMQueue {
  private final int bound;
  private final SelectionPolicy policy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MessageId, QueueEntry> waiting = new HashMap<>();
  private final ShareQueues turns = new ShareQueues();
  private final TreeSet<QueueEntry> byEnd = new TreeSet<>(QueueEntry.BY_END);
  private final ArrayDeque<QueueEntry> continuing = new ArrayDeque<>();
  private final Backlog backlog = new Backlog();
  private long number;

  /**
   * When the first of those that the last {@link #poll} passed over is not passed over any more.
   */
  private long passedOverUntil = Long.MAX_VALUE;

  IMQueue(int bound, SelectionPolicy policy) {
    this.bound = bound;
    this.policy = policy;
  }

  /** Why a message was not taken. */
  enum Offer {
    TAKEN,
    FULL,
    /** Every place that its share may hold is taken. */
    SHARE_FULL,
    /** So much is before it that it is of no use. */
    REJECTED_LATE
  }

  /**
   * Takes the message in if there is a place for it.
   *
   * @param gate says whether to take it that has so much work before it, in nanoseconds
   */
  Offer offer(QueueEntry place, LongPredicate gate) {
    lock.lock();
    try {
      boolean continues = place.message.continues();
      if ((continues ? continuing.size() : turns.size()) >= bound) {
        return Offer.FULL;
      }
      if (continues) {
        continuing.add(place);
      } else if (turns.size(place.share()) >= policy.part(place, bound, place.arrivedAt())) {
        return Offer.SHARE_FULL;
      } else if (!takeTurn(place, gate)) {
        return Offer.REJECTED_LATE;
      }
      place.number = number++;
      waiting.put(place.message.id(), place);
      byEnd.add(place);
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  private boolean takeTurn(QueueEntry place, LongPredicate gate) {
    long handicap = Math.max(0, policy.handicapNanos(place));
    place.turn = place.arrivedAt() + Math.min(handicap, policy.ageing().toNanos());
    if (turns.size() > 0 && !gate.test(backlog.before(place.turn))) {
      return false;
    }
    place.number = number;
    turns.add(place);
    backlog.add(place.turn, place.sizeNanos());
    return true;
  }

  /** The work whose turn is not after {@code turn}, in nanoseconds. */
  long workBefore(long turn) {
    lock.lock();
    try {
      return backlog.before(turn);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next message by the selection policy.
   *
   * @param window how many slots there are
   * @param shares who holds how many of them
   */
  Optional<DHMContext> poll(long now, int window, SlotShares shares) {
    lock.lock();
    try {
      passedOverUntil = Long.MAX_VALUE;
      return turns.first(place -> mayBegin(place, now, window, shares)).map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  private boolean mayBegin(QueueEntry place, long now, int window, SlotShares shares) {
    double part = policy.part(place, window, now);
    long aged = place.arrivedAt() + policy.ageing().toNanos();
    if (part >= window || aged <= now) {
      return true;
    }
    long begins = Math.min(aged, shares.mayTakeAt(place.share(), part, now));
    if (begins <= now) {
      return true;
    }
    passedOverUntil = Math.min(passedOverUntil, begins);
    return false;
  }

  /** The next message that belongs to a request, if {@code may} says that it may go on. */
  Optional<DHMContext> pollContinuing(Predicate<DHMContext> may) {
    lock.lock();
    try {
      return Optional.ofNullable(continuing.peek())
          .filter(place -> may.test(place.message))
          .map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** The message of this id, if it waits here. */
  Optional<DHMContext> find(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id)).map(place -> place.message);
    } finally {
      lock.unlock();
    }
  }

  /** Takes out one message before its turn. */
  Optional<DHMContext> remove(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id)).map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** Takes out those that may wait no longer. */
  List<DHMContext> expired(long now) {
    lock.lock();
    try {
      if (passedOverUntil <= now) {
        passedOverUntil = Long.MAX_VALUE; // the next poll looks again; without room there is none
      }
      List<DHMContext> expired = List.of();
      while (!byEnd.isEmpty() && byEnd.first().until() <= now) {
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
  List<DHMContext> drain() {
    lock.lock();
    try {
      return List.copyOf(byEnd).stream().map(this::taken).toList();
    } finally {
      lock.unlock();
    }
  }

  /** When the first of those that wait may wait no longer, or may not be passed over any more. */
  long nextWake() {
    lock.lock();
    try {
      return byEnd.isEmpty() ? Long.MAX_VALUE : Math.min(byEnd.first().until(), passedOverUntil);
    } finally {
      lock.unlock();
    }
  }

  /** How many wait for their turn; without those that belong to a request in execution. */
  int size() {
    lock.lock();
    try {
      return turns.size();
    } finally {
      lock.unlock();
    }
  }

  private DHMContext taken(QueueEntry place) {
    waiting.remove(place.message.id());
    byEnd.remove(place);
    if (turns.remove(place)) {
      backlog.remove(place.turn, place.sizeNanos());
    } else {
      continuing.remove(place);
    }
    return place.message;
  }
}
