package org.dharch.core.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Stores failed messages, and accepted one-way messages until they have ended. Bounded in messages
 * and bytes. Safe for any thread. Every method may throw {@link StoreException} if the storage
 * fails.
 *
 * <p>A key has at most one record, in one {@link StoreState}, besides an {@link
 * StoreState#UNRESOLVED} one and its progress.
 */
public interface MessageStore extends AutoCloseable {
  /**
   * Whether what it holds survives this JVM. If so its methods may wait for a disk, and none is
   * called where that would hold up other messages.
   */
  boolean durable();

  /** Its folder, if it has one. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /**
   * Keeps a message as {@link StoreState#ACCEPTED}, instead of one of the same key there. A durable
   * store has it on disk when this returns.
   *
   * @return false if there is no room; nothing was kept
   */
  boolean accept(StoredMessage message);

  /**
   * Keeps a message as {@link StoreState#FAILED}, instead of what was kept under its key. The
   * oldest failed ones make room, but none that a durable store had accepted: first those that were
   * {@linkplain FailureRecord#isRefusal refused}, and for one that was no others.
   *
   * @param message has its {@link StoredMessage#failure}
   * @return how many failed messages were dropped, itself included if it alone is past the bound
   */
  int keepFailed(StoredMessage message);

  /** The keys of the messages in {@code state}, oldest first. */
  List<StoreKey> keys(StoreState state);

  /** The message; empty if it is not there (any more), or cannot be read and was set aside. */
  Optional<StoredMessage> read(StoreState state, StoreKey key);

  /** Moves a message on; false if it is not in {@code from} (any more). */
  boolean move(StoreKey key, StoreState from, StoreState to);

  /**
   * Requests the replay of a failed message; on disk when this returns.
   *
   * @param fromStart whether to start from the beginning in any case
   * @return false if there is no such message
   */
  default boolean replay(StoreKey key, boolean fromStart) {
    if (fromStart) {
      read(StoreState.FAILED, key)
          .filter(message -> message.progress().isPresent())
          .ifPresent(message -> keepFailed(message.fromTheBeginning()));
    }
    return move(key, StoreState.FAILED, StoreState.REPLAY);
  }

  /** Forgets a message; false if it is not in {@code state} (any more). A crash may undo that. */
  boolean remove(StoreState state, StoreKey key);

  /**
   * Deletes the pending compensations of a message, and its progress; on disk when this returns,
   * because a person has done them by hand.
   *
   * @return false if there are none
   * @throws StoreException if that cannot be written, or if the message is accepted and has not
   *     reached its service yet
   */
  boolean resolve(StoreKey key);

  /**
   * Keeps how far these messages are, each instead of what was kept of that before, and forgets it
   * of others. A durable store has all of that on disk when this returns: what is forgotten here is
   * not {@link #recorded} any more, whatever happens.
   *
   * @param group each has its {@link StoredMessage#progress}
   * @param over of which nothing else is kept, and how far they were is of no use any more
   */
  void record(List<StoredMessage> group, List<StoreKey> over);

  /**
   * How far messages were when the store was closed, or its process ended: those that were {@link
   * #record}ed and not {@linkplain #unrecord forgotten}.
   */
  List<StoredMessage> recorded();

  /**
   * The progress of these messages is no longer needed. The deletion need not survive a power loss,
   * except while an earlier deletion might be undone by one: a message that is not known to have
   * ended would start again.
   */
  void unrecord(List<StoreKey> keys);

  /**
   * Stores a message as {@link StoreState#UNRESOLVED}, replacing one of the same key, besides its
   * other records. A durable store has it on disk when this returns.
   *
   * @return false if the store is full; nothing was stored
   */
  boolean unresolved(StoredMessage message);

  /** How many records could not be read and were set aside since the store was opened. */
  default long unreadable() {
    return 0;
  }

  /** Gives up what the store holds open; idempotent. */
  @Override
  void close();
}
