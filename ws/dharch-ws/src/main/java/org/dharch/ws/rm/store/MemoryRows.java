package org.dharch.ws.rm.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;

final class MemoryRows implements Rows {

  static final class Entry {
    SequenceRow row;
    String leasedTo = "";
    long leasedUntil;
    final NavigableMap<Long, RmMessage> messages = new TreeMap<>();
    final Map<Long, byte[]> envelopes = new HashMap<>();
  }

  private record MessageKey(String key, long number) {}

  private final NavigableMap<String, Entry> entries = new TreeMap<>();

  /** The message of each owner, which has at most one. */
  private final Map<String, MessageKey> owners = new HashMap<>();

  private final InstantSource clock;
  private long messages;
  private long bytes;

  MemoryRows(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long now() {
    return clock.millis();
  }

  @Override
  public Optional<SequenceRow> sequence(String key) {
    return Optional.ofNullable(entries.get(key)).map(entry -> entry.row);
  }

  @Override
  public Optional<SequenceRow> createdBy(String messageId) {
    return row(
        sequence ->
            sequence instanceof SinkSequence && sequence.terms().createdBy().equals(messageId));
  }

  @Override
  public Optional<SequenceRow> named(SequenceId id) {
    return row(
        sequence ->
            sequence instanceof SourceSequence source && source.id().equals(Optional.of(id)));
  }

  @Override
  public Optional<SequenceRow> to(String target) {
    return row(sequence -> Target.of(sequence).equals(target));
  }

  @Override
  public List<String> keysTo(String target, int limit) {
    return entries.values().stream()
        .map(entry -> entry.row.sequence())
        .filter(sequence -> Target.of(sequence).equals(target))
        .map(RmSequence::key)
        .limit(limit)
        .toList();
  }

  private Optional<SequenceRow> row(Predicate<RmSequence> predicate) {
    return entries.values().stream()
        .map(entry -> entry.row)
        .filter(row -> predicate.test(row.sequence()))
        .findFirst();
  }

  @Override
  public Optional<String> keyOwnedBy(String owner) {
    return Optional.ofNullable(owners.get(owner)).map(MessageKey::key);
  }

  @Override
  public SequenceMessages messages(String key) {
    return new Messages(key);
  }

  @Override
  public Optional<byte[]> envelope(String key, long number) {
    return Optional.ofNullable(entries.get(key)).map(entry -> entry.envelopes.get(number));
  }

  @Override
  public RmUsage usage() {
    return new RmUsage(entries.size(), messages, bytes);
  }

  @Override
  public List<String> keys(String after, int limit) {
    return entries.tailMap(after, false).keySet().stream().limit(limit).toList();
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    long now = now();
    List<Entry> due = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.row.sequence().dueAt() <= now
          && (entry.leasedTo.equals(node) || entry.leasedUntil <= now)) {
        due.add(entry);
      }
    }
    due.sort(Comparator.comparingLong(entry -> entry.row.sequence().dueAt()));
    List<String> keys = new ArrayList<>();
    for (Entry entry : due.subList(0, Math.min(limit, due.size()))) {
      entry.leasedTo = node;
      entry.leasedUntil = now + millis;
      keys.add(entry.row.sequence().key());
    }
    return keys;
  }

  @Override
  public void write(Writes writes) {
    for (String key : writes.sequences.keySet()) {
      long version = sequence(key).map(SequenceRow::version).orElse(0L);
      if (version != writes.versions.getOrDefault(key, 0L)) {
        throw new ConflictException("the sequence " + key);
      }
      if (version == 0 && isCreatedTwice(writes.sequences.get(key))) {
        throw new ConflictException("the sequence " + key);
      }
    }
    writes.messages.forEach((key, rows) -> rows.values().forEach(row -> checkOwner(key, row)));
    writes.sequences.forEach(this::write);
    writes.forgotten.forEach(this::forget);
    writes.messages.forEach((key, rows) -> rows.values().forEach(row -> store(key, row)));
  }

  /** Detects a message that another node numbered concurrently. */
  private void checkOwner(String key, MessageRow row) {
    RmMessage message = row.message().orElseThrow();
    MessageKey messageKey = owners.get(message.owner());
    if (messageKey != null && !messageKey.equals(new MessageKey(key, message.number()))) {
      throw new ConflictException("the sequence " + key);
    }
  }

  /** Returns true if another node answered the same CreateSequence concurrently. */
  private boolean isCreatedTwice(Optional<RmSequence> sequence) {
    return sequence
        .filter(SinkSequence.class::isInstance)
        .map(sink -> sink.terms().createdBy())
        .filter(owner -> !owner.isEmpty())
        .flatMap(this::createdBy)
        .isPresent();
  }

  private void write(String key, Optional<RmSequence> sequence) {
    if (sequence.isEmpty()) {
      Entry removed = entries.remove(key);
      if (removed != null) {
        removed.messages.values().forEach(this::uncount);
      }
      return;
    }
    Entry entry = entries.computeIfAbsent(key, k -> new Entry());
    long version = entry.row == null ? 0 : entry.row.version();
    entry.row = new SequenceRow(sequence.get(), version + 1);
    entry.leasedTo = "";
    entry.leasedUntil = 0;
  }

  private Entry entry(String key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      throw new IllegalStateException("a message of " + key + ", which is not there");
    }
    return entry;
  }

  private void forget(String key, Ranges numbers) {
    Entry entry = entry(key);
    for (int r = 0; r < numbers.count(); r++) {
      var range = entry.messages.subMap(numbers.lower(r), true, numbers.upper(r), true);
      range.values().forEach(this::uncount);
      range.keySet().forEach(entry.envelopes::remove);
      range.clear();
    }
  }

  private void uncount(RmMessage message) {
    messages--;
    bytes -= message.bytes();
    owners.remove(message.owner());
  }

  private void store(String key, MessageRow row) {
    Entry entry = entry(key);
    RmMessage message = row.message().orElseThrow();
    RmMessage before = entry.messages.put(message.number(), message);
    if (before != null) {
      uncount(before);
    }
    messages++;
    bytes += message.bytes();
    if (!message.owner().isEmpty()) {
      owners.put(message.owner(), new MessageKey(key, message.number()));
    }
    row.envelope().ifPresent(envelope -> entry.envelopes.put(message.number(), envelope));
    if (message.bytes() == 0) {
      entry.envelopes.remove(message.number());
    }
  }

  private final class Messages implements SequenceMessages {
    private final String key;

    Messages(String key) {
      this.key = key;
    }

    private NavigableMap<Long, RmMessage> all() {
      Entry entry = entries.get(key);
      return entry == null ? new TreeMap<>() : entry.messages;
    }

    private Stream<RmMessage> in(MessageState state) {
      return all().values().stream().filter(message -> message.state() == state);
    }

    @Override
    public Optional<RmMessage> at(long number) {
      return Optional.ofNullable(all().get(number));
    }

    @Override
    public Optional<RmMessage> ownedBy(String owner) {
      return all().values().stream().filter(message -> message.owner().equals(owner)).findFirst();
    }

    @Override
    public List<RmMessage> in(MessageState state, int limit) {
      return in(state).limit(limit).toList();
    }

    @Override
    public List<RmMessage> due(MessageState state, long now, int limit) {
      return in(state)
          .filter(message -> message.dueAt() <= now)
          .sorted(Comparator.comparingLong(RmMessage::dueAt))
          .limit(limit)
          .toList();
    }

    @Override
    public List<RmMessage> between(long lower, long upper, int limit) {
      return new ArrayList<>(
          all().subMap(lower, true, upper, true).values().stream().limit(limit).toList());
    }

    @Override
    public List<RmMessage> withReplies(long lower, long upper) {
      return in(MessageState.ANSWERED)
          .filter(message -> message.replyNumber() >= lower && message.replyNumber() <= upper)
          .toList();
    }

    @Override
    public long nextDue(long now) {
      return all().values().stream()
          .mapToLong(RmMessage::dueAt)
          .filter(due -> due > now)
          .min()
          .orElse(RmMessage.NEVER);
    }
  }
}
