package org.dharch.core.store;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Stores messages in this JVM's memory, without copying their arrays. Never waits. */
public final class MemoryStore implements MessageStore {
  private final StoreLimits limits;
  private final Map<StoreState, NavigableMap<StoreKey, StoredMessage>> messages =
      new EnumMap<>(StoreState.class);
  private final Map<StoreState, Long> bytes = new EnumMap<>(StoreState.class);
  private final NavigableMap<StoreKey, StoredMessage> records = new TreeMap<>();

  /** The failed messages that were rejected before any handler. */
  private final NavigableSet<StoreKey> refusals = new TreeSet<>();

  public MemoryStore(StoreLimits limits) {
    this.limits = limits;
    for (StoreState state : StoreState.values()) {
      messages.put(state, new TreeMap<>());
      bytes.put(state, 0L);
    }
  }

  @Override
  public boolean durable() {
    return false;
  }

  @Override
  public synchronized boolean accept(StoredMessage message) {
    boolean instead = take(StoreState.ACCEPTED, message.key()).isPresent();
    if (!instead && full(message)) {
      return false;
    }
    put(StoreState.ACCEPTED, message);
    return true;
  }

  private boolean full(StoredMessage message) {
    return messages.get(StoreState.ACCEPTED).size() >= limits.accepted()
        || bytes.get(StoreState.ACCEPTED) + message.size() > limits.acceptedBytes();
  }

  @Override
  public synchronized int keepFailed(StoredMessage message) {
    take(StoreState.ACCEPTED, message.key());
    take(StoreState.FAILED, message.key());
    take(StoreState.REPLAY, message.key());
    if (limits.failed() == 0 || message.size() > limits.failedBytes()) {
      return 1;
    }
    int dropped = 0;
    while (messages.get(StoreState.FAILED).size() >= limits.failed()
        || bytes.get(StoreState.FAILED) + message.size() > limits.failedBytes()) {
      dropped++;
      Optional<StoreKey> oldest = oldest(message.isRefusal());
      if (oldest.isEmpty()) {
        return dropped;
      }
      take(StoreState.FAILED, oldest.get());
    }
    put(StoreState.FAILED, message);
    if (message.isRefusal()) {
      refusals.add(message.key());
    }
    return dropped;
  }

  /**
   * The oldest message that may be replaced by a rejected one, or by another; empty if none may.
   */
  private Optional<StoreKey> oldest(boolean forRefusal) {
    if (!refusals.isEmpty()) {
      return Optional.of(refusals.first());
    }
    return forRefusal ? Optional.empty() : Optional.of(messages.get(StoreState.FAILED).firstKey());
  }

  @Override
  public synchronized void record(List<StoredMessage> group, List<StoreKey> over) {
    group.forEach(message -> records.put(message.key(), message));
    over.forEach(records::remove);
  }

  @Override
  public synchronized List<StoredMessage> recorded() {
    return List.copyOf(records.values());
  }

  @Override
  public synchronized void unrecord(List<StoreKey> keys) {
    keys.forEach(records::remove);
  }

  @Override
  public synchronized boolean unresolved(StoredMessage message) {
    boolean instead = take(StoreState.UNRESOLVED, message.key()).isPresent();
    if (!instead && messages.get(StoreState.UNRESOLVED).size() >= limits.accepted()) {
      return false;
    }
    put(StoreState.UNRESOLVED, message);
    return true;
  }

  @Override
  public synchronized List<StoreKey> keys(StoreState state) {
    return List.copyOf(messages.get(state).keySet());
  }

  @Override
  public synchronized Optional<StoredMessage> read(StoreState state, StoreKey key) {
    return Optional.ofNullable(messages.get(state).get(key));
  }

  @Override
  public synchronized boolean move(StoreKey key, StoreState from, StoreState to) {
    Optional<StoredMessage> message = take(from, key);
    message.ifPresent(m -> put(to, m));
    return message.isPresent();
  }

  @Override
  public synchronized boolean remove(StoreState state, StoreKey key) {
    return take(state, key).isPresent();
  }

  @Override
  public boolean resolve(StoreKey key) {
    return remove(StoreState.UNRESOLVED, key);
  }

  private void put(StoreState state, StoredMessage message) {
    messages.get(state).put(message.key(), message);
    bytes.merge(state, message.size(), Long::sum);
  }

  private Optional<StoredMessage> take(StoreState state, StoreKey key) {
    Optional<StoredMessage> message = Optional.ofNullable(messages.get(state).remove(key));
    message.ifPresent(m -> bytes.merge(state, -m.size(), Long::sum));
    if (state == StoreState.FAILED) {
      refusals.remove(key);
    }
    return message;
  }

  @Override
  public void close() {}
}
