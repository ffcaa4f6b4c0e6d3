package org.dharch.ws.rm.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/**
 * A transaction: reads rows and the pending writes of earlier transactions in the same commit, and
 * collects its own writes. Not thread-safe.
 */
final class UnitOfWork implements RmTransaction {
  private final Rows rows;
  private final Writes before;
  private final Writes own = new Writes();

  /** Makes reads repeatable. */
  private final Map<String, Optional<RmSequence>> read = new HashMap<>();

  /**
   * @param before pending writes of the same commit; flushed if a read requires it
   */
  UnitOfWork(Rows rows, Writes before) {
    this.rows = rows;
    this.before = before;
    own.versions.putAll(before.versions);
  }

  Writes writes() {
    return own;
  }

  @Override
  public long now() {
    return rows.now();
  }

  @Override
  public Optional<RmSequence> sequence(String key) {
    if (own.sequences.containsKey(key)) {
      return own.sequences.get(key);
    }
    if (before.sequences.containsKey(key)) {
      return before.sequences.get(key);
    }
    return read.computeIfAbsent(
        key,
        k -> {
          Optional<SequenceRow> row = rows.sequence(k);
          own.versions.put(k, row.map(SequenceRow::version).orElse(0L));
          return row.map(SequenceRow::sequence);
        });
  }

  @Override
  public Optional<SinkSequence> createdBy(String messageId) {
    return find(
        SinkSequence.class,
        sink -> sink.terms().createdBy().equals(messageId),
        rows.createdBy(messageId));
  }

  @Override
  public Optional<SourceSequence> named(SequenceId id) {
    return find(
        SourceSequence.class, source -> source.id().equals(Optional.of(id)), rows.named(id));
  }

  @Override
  public Optional<SourceSequence> openTo(Terms terms) {
    String target = Target.of(terms);
    return find(SourceSequence.class, source -> Target.of(source).equals(target), rows.to(target));
  }

  @Override
  public List<SourceSequence> fetchedBy(String address) {
    flush();
    return rows.keysTo(Target.polled(address), MAX_POLLED).stream()
        .map(this::sequence)
        .flatMap(Optional::stream)
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast)
        .toList();
  }

  /** Checks the pending writes first, because they supersede the rows. */
  private <S extends RmSequence> Optional<S> find(
      Class<S> kind, Predicate<S> wanted, Optional<SequenceRow> row) {
    for (Writes writes : List.of(own, before)) {
      for (String key : writes.sequences.keySet()) {
        Optional<S> pending = sequence(key).filter(kind::isInstance).map(kind::cast);
        if (pending.filter(wanted).isPresent()) {
          return pending;
        }
      }
    }
    return row.flatMap(this::sequence).filter(kind::isInstance).map(kind::cast).filter(wanted);
  }

  /** Returns the sequence of a row, or its pending write. */
  private Optional<RmSequence> sequence(SequenceRow row) {
    String key = row.sequence().key();
    boolean isPending = own.sequences.containsKey(key) || before.sequences.containsKey(key);
    if (!isPending && !read.containsKey(key)) {
      own.versions.put(key, row.version());
      read.put(key, Optional.of(row.sequence()));
    }
    return sequence(key);
  }

  @Override
  public Optional<SourceSequence> ownedBy(String owner) {
    Optional<String> key = pendingKey(own, owner).or(() -> pendingKey(before, owner));
    return key.or(() -> rows.keyOwnedBy(owner))
        .flatMap(this::sequence)
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast);
  }

  private static Optional<String> pendingKey(Writes writes, String owner) {
    return writes.messages.entrySet().stream()
        .filter(entry -> entry.getValue().values().stream().anyMatch(row -> isOwnedBy(row, owner)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean isOwnedBy(MessageRow row, String owner) {
    return row.message().filter(message -> message.owner().equals(owner)).isPresent();
  }

  @Override
  public SequenceMessages messages(String key) {
    return new Messages(key, rows.messages(key));
  }

  @Override
  public Optional<byte[]> envelope(String key, long number) {
    Optional<MessageRow> pending = pending(key, number);
    if (pending.isPresent() && determinesEnvelope(pending.get())) {
      return pending.get().envelope();
    }
    return rows.envelope(key, number);
  }

  /** Returns true if the pending write inserts or deletes the envelope. */
  private static boolean determinesEnvelope(MessageRow row) {
    return row.envelope().isPresent()
        || row.message().map(RmMessage::bytes).filter(bytes -> bytes > 0).isEmpty();
  }

  private Optional<MessageRow> pending(String key, long number) {
    Optional<MessageRow> ownWrite = own.message(key, number);
    if (ownWrite.isEmpty()) {
      return before.message(key, number);
    }
    if (determinesEnvelope(ownWrite.get())) {
      return ownWrite;
    }
    Optional<byte[]> earlier = before.message(key, number).flatMap(MessageRow::envelope);
    return Optional.of(new MessageRow(ownWrite.get().message(), earlier));
  }

  @Override
  public void put(RmSequence sequence) {
    requireRead(sequence.key());
    own.put(sequence);
  }

  @Override
  public void remove(String key) {
    requireRead(key);
    own.remove(key);
  }

  /** Reads the sequence, because writes are checked against the read version. */
  private void requireRead(String key) {
    if (!own.versions.containsKey(key)) {
      sequence(key);
    }
  }

  @Override
  public void put(String key, RmMessage message, byte[] envelope) {
    own.put(key, message, Optional.of(envelope));
  }

  @Override
  public void put(String key, RmMessage message) {
    own.put(key, message, Optional.empty());
  }

  @Override
  public void forget(String key, Ranges numbers) {
    own.forget(key, numbers);
  }

  /** A conservative estimate that counts all pending writes as new. */
  @Override
  public RmUsage usage() {
    return rows.usage().plus(before.maxUsage());
  }

  @Override
  public List<String> keys(String after, int limit) {
    flush();
    return rows.keys(after, limit);
  }

  List<String> lease(String node, long millis, int limit) {
    flush();
    return rows.lease(node, millis, limit);
  }

  private void flush() {
    if (!before.isEmpty()) {
      rows.write(before);
      before.markWritten();
      before.versions.forEach(own.versions::put);
    }
  }

  private final class Messages implements SequenceMessages {
    private final String key;
    private final SequenceMessages stored;

    Messages(String key, SequenceMessages stored) {
      this.key = key;
      this.stored = stored;
    }

    @Override
    public Optional<RmMessage> at(long number) {
      return earlierWrites()
          .message(key, number)
          .map(MessageRow::message)
          .orElseGet(() -> stored.at(number));
    }

    @Override
    public Optional<RmMessage> ownedBy(String owner) {
      Objects.requireNonNull(owner);
      if (earlierWrites().concerns(key)) {
        flush();
      }
      return stored.ownedBy(owner);
    }

    @Override
    public List<RmMessage> in(MessageState state, int limit) {
      return flushed().in(state, limit);
    }

    @Override
    public List<RmMessage> due(MessageState state, long now, int limit) {
      return flushed().due(state, now, limit);
    }

    @Override
    public List<RmMessage> between(long lower, long upper, int limit) {
      return flushed().between(lower, upper, limit);
    }

    @Override
    public List<RmMessage> withReplies(long lower, long upper) {
      return flushed().withReplies(lower, upper);
    }

    @Override
    public long nextDue(long now) {
      return flushed().nextDue(now);
    }

    private SequenceMessages flushed() {
      if (earlierWrites().concerns(key)) {
        flush();
      }
      return stored;
    }

    private Writes earlierWrites() {
      if (own.concerns(key)) {
        throw new IllegalStateException("messages of " + key + " were changed in this transaction");
      }
      return before;
    }
  }
}
