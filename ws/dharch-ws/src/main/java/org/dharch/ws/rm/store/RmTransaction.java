package org.dharch.ws.rm.store;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/**
 * One transaction of a {@link RmStore}: reads, and writes at its end. Messages change only together
 * with their sequence.
 */
public interface RmTransaction {
  /** The maximum number of sequences for one polling address. */
  int MAX_POLLED = 64;

  /** The store's time, in milliseconds. */
  long now();

  Optional<RmSequence> sequence(String key);

  /** Returns the sink's sequence of the CreateSequence with this wsa:MessageID. */
  Optional<SinkSequence> createdBy(String messageId);

  /** Returns the source's sequence with this identifier on the wire. */
  Optional<SourceSequence> named(SequenceId id);

  /** Returns a source's sequence that accepts messages under these terms. */
  Optional<SourceSequence> openTo(Terms terms);

  /** Returns at most {@value #MAX_POLLED} sequences of sources that this address polls. */
  List<SourceSequence> fetchedBy(String address);

  /** Returns the source's sequence with the message of this owner. */
  Optional<SourceSequence> ownedBy(String owner);

  /**
   * Returns the messages of a sequence.
   *
   * @throws IllegalStateException if this transaction changed some of them
   */
  SequenceMessages messages(String key);

  /** Returns the stored envelope of a message, if there is one. */
  Optional<byte[]> envelope(String key, long number);

  void put(RmSequence sequence);

  /** Deletes the sequence with its messages. */
  void remove(String key);

  void put(String key, RmMessage message, byte[] envelope);

  /** Stores the message with its current envelope. */
  void put(String key, RmMessage message);

  void forget(String key, Ranges numbers);

  RmUsage usage();

  /** Returns the keys of all sequences in order, starting after {@code after}. */
  List<String> keys(String after, int limit);
}
