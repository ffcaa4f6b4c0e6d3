package org.dharch.ws.rm.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;

/** The pending writes of transactions. Deletions are written before insertions. Not thread-safe. */
final class Writes {
  /** By key; empty to delete a sequence. */
  final Map<String, Optional<RmSequence>> sequences = new LinkedHashMap<>();

  /** The version of each sequence when it was read; 0 if it did not exist. */
  final Map<String, Long> versions = new LinkedHashMap<>();

  final Map<String, Ranges> forgotten = new LinkedHashMap<>();
  final Map<String, NavigableMap<Long, MessageRow>> messages = new LinkedHashMap<>();

  boolean isEmpty() {
    return sequences.isEmpty() && messages.isEmpty() && forgotten.isEmpty();
  }

  /** The maximum additional usage. */
  RmUsage maxUsage() {
    long count = 0;
    long bytes = 0;
    for (NavigableMap<Long, MessageRow> rows : messages.values()) {
      count += rows.size();
      bytes += rows.values().stream().mapToLong(row -> row.message().orElseThrow().bytes()).sum();
    }
    return new RmUsage(sequences.size(), count, bytes);
  }

  /** Returns true if there are pending writes for messages of this sequence. */
  boolean concerns(String key) {
    return messages.containsKey(key) || forgotten.containsKey(key);
  }

  Optional<MessageRow> message(String key, long number) {
    MessageRow row = messages.getOrDefault(key, new TreeMap<>()).get(number);
    if (row == null && forgotten.getOrDefault(key, Ranges.EMPTY).contains(number)) {
      return Optional.of(new MessageRow(Optional.empty(), Optional.empty()));
    }
    return Optional.ofNullable(row);
  }

  void put(RmSequence sequence) {
    sequences.put(sequence.key(), Optional.of(sequence));
  }

  void remove(String key) {
    sequences.put(key, Optional.empty());
    messages.remove(key);
    forgotten.remove(key);
  }

  void put(String key, RmMessage message, Optional<byte[]> envelope) {
    NavigableMap<Long, MessageRow> rows = messages.computeIfAbsent(key, k -> new TreeMap<>());
    MessageRow earlier = rows.get(message.number());
    Optional<byte[]> latest =
        envelope.isPresent() || earlier == null || message.bytes() == 0
            ? envelope
            : earlier.envelope();
    rows.put(message.number(), new MessageRow(Optional.of(message), latest));
  }

  void forget(String key, Ranges numbers) {
    forgotten.merge(key, numbers, Ranges::addAll);
    NavigableMap<Long, MessageRow> rows = messages.get(key);
    if (rows != null) {
      rows.keySet().removeIf(numbers::contains);
      if (rows.isEmpty()) {
        messages.remove(key);
      }
    }
  }

  /** Appends the writes of {@code other}. */
  void addAll(Writes other) {
    other.sequences.forEach(
        (key, sequence) -> sequence.ifPresentOrElse(this::put, () -> remove(key)));
    other.forgotten.forEach(this::forget);
    other.messages.forEach(
        (key, rows) ->
            rows.values().forEach(row -> put(key, row.message().orElseThrow(), row.envelope())));
    versions.putAll(other.versions);
  }

  /** Updates the versions after the writes. */
  void markWritten() {
    sequences.forEach(
        (key, sequence) -> {
          if (sequence.isPresent()) {
            versions.merge(key, 1L, Long::sum);
          } else {
            versions.remove(key);
          }
        });
    sequences.clear();
    forgotten.clear();
    messages.clear();
  }
}
