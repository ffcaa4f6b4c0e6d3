package org.dharch.ws.rm.store;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.rm.Held;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/**
 * One transaction of a {@link RmStore}: reads, and writes at its end. Messages change only together
 * with their sequence, so that the first committer wins.
 */
public interface RmTransaction {
  /** The maximum number of sequences considered for one polling address. */
  int MOST_FETCHED = 64;

  /** The store's time, in milliseconds; the same for all nodes. */
  long now();

  /** Returns the sequence with this key. */
  Optional<RmSequence> sequence(String key);

  /** Returns the sink's sequence of the CreateSequence with this wsa:MessageID. */
  Optional<SinkSequence> createdBy(String messageId);

  /** Returns the source's sequence with this identifier on the wire. */
  Optional<SourceSequence> named(SequenceId id);

  /** Returns a source's sequence that accepts messages under these terms. */
  Optional<SourceSequence> openTo(Terms terms);

  /**
   * Returns the sources' sequences whose pending messages are polled by this address, at most
   * {@value #MOST_FETCHED}.
   */
  List<SourceSequence> fetchedBy(String address);

  /** Returns the source's sequence with the message of this owner. */
  Optional<SourceSequence> with(String by);

  /**
   * Returns the current messages of a sequence.
   *
   * @throws IllegalStateException if this transaction changed some of them
   */
  Held messages(String key);

  /** Returns the stored envelope of a message; may be empty. */
  Optional<byte[]> envelope(String key, long number);

  /** Stores the sequence. */
  void put(RmSequence sequence);

  /** Deletes the sequence with its messages. */
  void remove(String key);

  /** Stores the message with a new envelope. */
  void keep(String key, RmMessage message, byte[] envelope);

  /** Stores the message without a change of its envelope. */
  void keep(String key, RmMessage message);

  /** Deletes these messages. */
  void forget(String key, Ranges numbers);

  /** The usage of the store. */
  RmUsage usage();

  /** Returns the keys of all sequences in order, starting after {@code after}. */
  List<String> keys(String after, int limit);
}
