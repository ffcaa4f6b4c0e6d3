package org.dharch.core.recovery;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.dharch.api.MessageId;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoredMessage;

/**
 * The records of messages that are executed or being delivered. {@link #taken} prevents a second
 * admission. Safe for any thread.
 */
final class ActiveRecords {
  private final Map<MessageId, ActiveRecord> records = new ConcurrentHashMap<>();
  private final Set<StoreKey> taken = ConcurrentHashMap.newKeySet();
  private final InstantSource clock;

  ActiveRecords(InstantSource clock) {
    this.clock = clock;
  }

  void put(MessageId id, ActiveRecord record) {
    taken.add(record.key());
    records.put(id, record);
  }

  Optional<ActiveRecord> find(MessageId id) {
    return Optional.ofNullable(records.get(id));
  }

  /** Removes a record, which still must not be admitted again. */
  Optional<ActiveRecord> remove(MessageId id) {
    return Optional.ofNullable(records.remove(id));
  }

  /** Replaces the record of {@code id}; {@code change} receives null if there is none. */
  ActiveRecord compute(MessageId id, UnaryOperator<ActiveRecord> change) {
    return records.compute(id, (same, before) -> change.apply(before));
  }

  boolean contains(MessageId id) {
    return records.containsKey(id);
  }

  boolean contains(StoreKey key) {
    return records.values().stream().anyMatch(record -> record.key().equals(key));
  }

  boolean isRepeated(StoreKey key) {
    return records.values().stream()
        .anyMatch(record -> record.key().equals(key) && record.isRepeated());
  }

  /** The keys of stored messages that must not be admitted now. */
  Set<StoreKey> taken() {
    return taken;
  }

  StoreKey newKey(MessageId id) {
    return new StoreKey(id, clock.millis());
  }

  Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  /** A record for a message that has ended and had none. */
  StoredMessage newRecord(Outcome outcome, Submission submission) {
    return newRecord(outcome.id(), outcome.timeline().orchestration(), submission);
  }

  /** A record for a message that has had none. */
  StoredMessage newRecord(MessageId id, String orchestration, Submission submission) {
    return new StoredMessage(
        newKey(id), orchestration, "", submission, Optional.empty(), Optional.empty());
  }
}
