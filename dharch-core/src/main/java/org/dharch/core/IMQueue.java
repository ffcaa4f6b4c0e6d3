package org.dharch.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.dharch.core.message.MessageId;

/**
 * Incoming Message Queue (seed 000, section 3.1.1): messages that wait for MessageSelector, first
 * come first served. Its bound is hard: decided and taken under one lock. Safe for any thread.
 */
final class IMQueue {
  private final int bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MessageId, DHMContext> waiting = new LinkedHashMap<>();

  /** By deadline; holds messages that are gone too, until they come up. */
  private final PriorityQueue<DHMContext> byDeadline =
      new PriorityQueue<>(Comparator.comparingLong(DHMContext::deadlineAt));

  IMQueue(int bound) {
    this.bound = bound;
  }

  /** False if every place is taken. */
  boolean offer(DHMContext message) {
    lock.lock();
    try {
      if (waiting.size() >= bound) {
        return false;
      }
      waiting.put(message.id(), message);
      byDeadline.add(message);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The next message by the selection policy. */
  Optional<DHMContext> poll() {
    lock.lock();
    try {
      Iterator<DHMContext> first = waiting.values().iterator();
      if (!first.hasNext()) {
        return Optional.empty();
      }
      DHMContext message = first.next();
      first.remove();
      forget();
      return Optional.of(message);
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
      Optional<DHMContext> message = Optional.ofNullable(waiting.remove(id));
      forget();
      return message;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out those whose deadline has passed. */
  List<DHMContext> expired(long now) {
    lock.lock();
    try {
      List<DHMContext> expired = List.of();
      forget();
      while (!byDeadline.isEmpty() && byDeadline.peek().deadlineAt() <= now) {
        DHMContext message = byDeadline.poll();
        waiting.remove(message.id());
        if (expired.isEmpty()) {
          expired = new ArrayList<>();
        }
        expired.add(message);
        forget();
      }
      return expired;
    } finally {
      lock.unlock();
    }
  }

  /** The earliest deadline of those that wait. */
  long nextDeadline() {
    lock.lock();
    try {
      return byDeadline.isEmpty() ? Long.MAX_VALUE : byDeadline.peek().deadlineAt();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the head of {@code byDeadline} one that waits, and what is gone at most half of it. */
  private void forget() {
    if (byDeadline.size() > 2 * waiting.size() + 64 || waiting.isEmpty()) {
      byDeadline.clear();
      byDeadline.addAll(waiting.values());
    }
    while (!byDeadline.isEmpty() && !waiting.containsKey(byDeadline.peek().id())) {
      byDeadline.poll();
    }
  }
}
