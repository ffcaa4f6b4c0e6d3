package org.dharch.ws.rm.store;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;

/** The content of a store for a {@link UnitOfWork}. */
interface Rows {
  long now();

  Optional<SequenceRow> sequence(String key);

  Optional<SequenceRow> createdBy(String messageId);

  Optional<SequenceRow> named(SequenceId id);

  Optional<SequenceRow> to(String target);

  /** Returns at most {@code limit} keys of sequences with this target. */
  List<String> keysTo(String target, int limit);

  /** Returns the key of the sequence with the message of this owner. */
  Optional<String> keyOwnedBy(String owner);

  SequenceMessages messages(String key);

  Optional<byte[]> envelope(String key, long number);

  RmUsage usage();

  List<String> keys(String after, int limit);

  /** See {@link RmStore#lease}. */
  List<String> lease(String node, long millis, int limit);

  /**
   * Writes all changes or none.
   *
   * @throws ConflictException if a sequence was changed concurrently
   */
  void write(Writes writes);
}
