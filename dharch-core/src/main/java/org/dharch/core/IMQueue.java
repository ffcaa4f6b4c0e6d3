package org.dharch.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.dharch.core.message.MessageId;
import org.dharch.core.spi.SelectionPolicy;

/**
 * Incoming Message Queue (seed 000, section 3.1.1): messages that wait for MessageSelector, by the
 * turn that the selection policy gives each when it comes. Its bound is hard: decided and taken
 * under one lock. Safe for any thread.
 *
 * <p>Messages that belong to a request in execution ({@link Submission#within}) wait apart, in
 * front of all others: what was done for that request would be in vain without them. They have a
 * bound of their own, as large.
 */
final class IMQueue {
  private static final long LEAST_SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int SPANS = 32;

  private final int bound;
  private final SelectionPolicy policy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MessageId, DHMContext> waiting = new HashMap<>();
  private final TreeSet<DHMContext> byTurn =
      new TreeSet<>(
          Comparator.comparingLong((DHMContext message) -> message.turn)
              .thenComparingLong(message -> message.number));
  private final TreeSet<DHMContext> byEnd =
      new TreeSet<>(
          Comparator.comparingLong(DHMContext::waitsUntil)
              .thenComparingLong(message -> message.number));
  private final ArrayDeque<DHMContext> continuing = new ArrayDeque<>();
  private final Backlog backlog;
  private long number;

  IMQueue(int bound, SelectionPolicy policy) {
    this.bound = bound;
    this.policy = policy;
    this.backlog = new Backlog(Math.max(LEAST_SPAN_NANOS, policy.ageing().toNanos() / SPANS));
  }

  /** Why a message was not taken. */
  enum Offer {
    TAKEN,
    FULL,
    /** So much is before it that it is of no use. */
    HOPELESS
  }

  /**
   * Takes the message in if there is a place for it.
   *
   * @param gate says whether to take it that has so much work before it, in nanoseconds
   */
  Offer offer(DHMContext message, LongPredicate gate) {
    lock.lock();
    try {
      if (message.submission().within().isPresent()) {
        return offerContinuing(message);
      } else if (byTurn.size() >= bound) {
        return Offer.FULL;
      }
      long handicap = Math.max(0, policy.handicapNanos(message));
      long turn = message.arrivedAt() + Math.min(handicap, policy.ageing().toNanos());
      if (!byTurn.isEmpty() && !gate.test(backlog.before(turn))) {
        return Offer.HOPELESS;
      }
      message.turn = turn;
      message.number = number++;
      waiting.put(message.id(), message);
      byTurn.add(message);
      byEnd.add(message);
      backlog.add(turn, message.sizeNanos());
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  private Offer offerContinuing(DHMContext message) {
    if (continuing.size() >= bound) {
      return Offer.FULL;
    }
    message.number = number++;
    waiting.put(message.id(), message);
    continuing.add(message);
    byEnd.add(message);
    return Offer.TAKEN;
  }

  /** The next message by the selection policy. */
  Optional<DHMContext> poll() {
    lock.lock();
    try {
      return byTurn.isEmpty() ? Optional.empty() : Optional.of(taken(byTurn.first()));
    } finally {
      lock.unlock();
    }
  }

  /** The next message that belongs to a request, if {@code may} says that it may go on. */
  Optional<DHMContext> pollContinuing(Predicate<MessageId> may) {
    lock.lock();
    try {
      return Optional.ofNullable(continuing.peek())
          .filter(message -> may.test(message.submission().within().orElseThrow()))
          .map(this::taken);
    } finally {
      lock.unlock();
    }
  }

  /** The message of this id, if it waits here. */
  Optional<DHMContext> find(MessageId id) {
    lock.lock();
    try {
      return Optional.ofNullable(waiting.get(id));
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
      List<DHMContext> expired = List.of();
      while (!byEnd.isEmpty() && byEnd.first().waitsUntil() <= now) {
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
      List<DHMContext> all = new ArrayList<>(byEnd);
      all.forEach(this::taken);
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** When the first of those that wait may wait no longer. */
  long nextEnd() {
    lock.lock();
    try {
      return byEnd.isEmpty() ? Long.MAX_VALUE : byEnd.first().waitsUntil();
    } finally {
      lock.unlock();
    }
  }

  /** How many wait for their turn; without those that belong to a request in execution. */
  int size() {
    lock.lock();
    try {
      return byTurn.size();
    } finally {
      lock.unlock();
    }
  }

  private DHMContext taken(DHMContext message) {
    waiting.remove(message.id());
    byEnd.remove(message);
    if (byTurn.remove(message)) {
      backlog.remove(message.turn, message.sizeNanos());
    } else {
      continuing.remove(message);
    }
    return message;
  }
}
