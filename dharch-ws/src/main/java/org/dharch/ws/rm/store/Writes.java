package org.dharch.ws.rm.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;

/**
 * What transactions want written: the sequences as they are to be, and of each the messages. What
 * is forgotten is written before what is kept. Not safe for several threads.
 */
final class Writes {
  /** By key; empty for a sequence that is to go. */
  final Map<String, Optional<RmSequence>> sequences = new LinkedHashMap<>();

  /** The version of each sequence that was read; 0 for one that was not there. */
  final Map<String, Long> versions = new LinkedHashMap<>();

  final Map<String, Ranges> forgotten = new LinkedHashMap<>();
  final Map<String, NavigableMap<Long, MessageRow>> messages = new LinkedHashMap<>();

  boolean isEmpty() {
    return sequences.isEmpty() && messages.isEmpty() && forgotten.isEmpty();
  }

  /** How much more they make of what is kept, at most. */
  RmUsage atMost() {
    long count = 0;
    long bytes = 0;
    for (NavigableMap<Long, MessageRow> of : messages.values()) {
      count += of.size();
      bytes += of.values().stream().mapToLong(row -> row.message().orElseThrow().bytes()).sum();
    }
    return new RmUsage(sequences.size(), count, bytes);
  }

  /** Whether messages of this sequence are to be written. */
  boolean concerns(String key) {
    return messages.containsKey(key) || forgotten.containsKey(key);
  }

  /** A message that is to be kept, or to go. */
  Optional<MessageRow> message(String key, long number) {
    MessageRow kept = messages.getOrDefault(key, new TreeMap<>()).get(number);
    if (kept == null && forgotten.getOrDefault(key, Ranges.EMPTY).contains(number)) {
      return Optional.of(new MessageRow(Optional.empty(), Optional.empty()));
    }
    return Optional.ofNullable(kept);
  }

  void put(RmSequence sequence) {
    sequences.put(sequence.key(), Optional.of(sequence));
  }

  void remove(String key) {
    sequences.put(key, Optional.empty());
    messages.remove(key);
    forgotten.remove(key);
  }

  void keep(String key, RmMessage message, Optional<byte[]> envelope) {
    NavigableMap<Long, MessageRow> of = messages.computeIfAbsent(key, k -> new TreeMap<>());
    MessageRow before = of.get(message.number());
    Optional<byte[]> latest =
        envelope.isPresent() || before == null || message.bytes() == 0
            ? envelope
            : before.envelope();
    of.put(message.number(), new MessageRow(Optional.of(message), latest));
  }

  void forget(String key, Ranges numbers) {
    forgotten.merge(key, numbers, Ranges::addAll);
    NavigableMap<Long, MessageRow> of = messages.get(key);
    if (of != null) {
      of.keySet().removeIf(numbers::contains);
      if (of.isEmpty()) {
        messages.remove(key);
      }
    }
  }

  /** These, and then those of {@code later}. */
  void addAll(Writes later) {
    later.sequences.forEach(
        (key, sequence) -> sequence.ifPresentOrElse(this::put, () -> remove(key)));
    later.forgotten.forEach(this::forget);
    later.messages.forEach(
        (key, rows) ->
            rows.values().forEach(row -> keep(key, row.message().orElseThrow(), row.envelope())));
    versions.putAll(later.versions);
  }

  /** Once they are written: the versions that this made, for what comes after it. */
  void written() {
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
