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
 * One transaction of a {@link RmStore}: what it reads, and what it writes at its end. Messages of a
 * sequence change only together with the sequence itself, so that whoever changed it first wins.
 */
public interface RmTransaction {
  /** How many sequences of one address are looked at together. */
  int MOST_FETCHED = 64;

  /** The store's own time, in milliseconds; the same for all nodes that share it. */
  long now();

  /** The sequence of this key. */
  Optional<RmSequence> sequence(String key);

  /** The sink's sequence that this CreateSequence, by its wsa:MessageID, has created. */
  Optional<SinkSequence> createdBy(String messageId);

  /** The source's sequence of this name on the wire. */
  Optional<SourceSequence> named(SequenceId id);

  /** A source's sequence that takes messages under these terms. */
  Optional<SourceSequence> openTo(Terms terms);

  /**
   * The sources' sequences whose messages are fetched by this address, as long as they have any;
   * {@value #MOST_FETCHED} at most.
   */
  List<SourceSequence> fetchedBy(String address);

  /** The source's sequence that has the message of this id. */
  Optional<SourceSequence> with(String by);

  /**
   * The messages of a sequence, as they are now.
   *
   * @throws IllegalStateException when some of them were changed in this transaction
   */
  Held messages(String key);

  /** What is kept of a message; empty if nothing is. */
  Optional<byte[]> envelope(String key, long number);

  /** Keeps the sequence so. */
  void put(RmSequence sequence);

  /** Keeps the sequence no longer, nor its messages. */
  void remove(String key);

  /**
   * Keeps the message so.
   *
   * @param envelope if that is new
   */
  void keep(String key, RmMessage message, byte[] envelope);

  /** Stores the message without a change of its envelope. */
  void keep(String key, RmMessage message);

  /** Keeps these messages no longer. */
  void forget(String key, Ranges numbers);

  /** How much is kept. */
  RmUsage usage();

  /** The keys of all sequences in their order, from the one after {@code after} on. */
  List<String> keys(String after, int limit);
}
