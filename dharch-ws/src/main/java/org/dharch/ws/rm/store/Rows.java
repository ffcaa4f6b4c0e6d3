package org.dharch.ws.rm.store;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.Held;
import org.dharch.ws.rm.SequenceId;

/** What a store has, as a {@link UnitOfWork} reads and writes it. */
interface Rows {
  long now();

  Optional<SequenceRow> sequence(String key);

  Optional<SequenceRow> createdBy(String messageId);

  Optional<SequenceRow> named(SequenceId id);

  Optional<SequenceRow> to(String target);

  /** All of them, {@code limit} at most. */
  List<String> keysTo(String target, int limit);

  /** The key of the sequence with the message that this one has in hand. */
  Optional<String> keyWith(String by);

  Held messages(String key);

  Optional<byte[]> envelope(String key, long number);

  RmUsage usage();

  List<String> keys(String after, int limit);

  /** As {@link RmStore#lease}. */
  List<String> lease(String node, long millis, int limit);

  /**
   * Writes all of it, or, at the first sequence that has changed meanwhile, nothing that lasts.
   *
   * @throws ConflictException naming that sequence
   */
  void write(Writes writes);
}
