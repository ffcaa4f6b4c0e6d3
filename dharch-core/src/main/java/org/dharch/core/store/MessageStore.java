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
   * Whether messages survive this JVM. If so, methods may wait for a disk and must not be called
   * where that would delay other messages.
   */
  boolean durable();

  default Optional<Path> folder() {
    return Optional.empty();
  }

  /**
   * Stores a message as {@link StoreState#ACCEPTED}, replacing one of the same key. On disk in a
   * durable store when this returns.
   *
   * @return false if there is no capacity; nothing was stored
   */
  boolean accept(StoredMessage message);

  /**
   * Stores a message as {@link StoreState#FAILED}, replacing the message of its key. Deletes the
   * oldest failed ones beyond the limit, except those that a durable store had accepted: first
   * {@linkplain FailureRecord#isRefusal rejected} ones, and only those for a rejected one.
   *
   * @param message with its {@link StoredMessage#failure}
   * @return the number of deleted messages, including itself if it alone is too large
   */
  int keepFailed(StoredMessage message);

  /** The keys of the messages in {@code state}, oldest first. */
  List<StoreKey> keys(StoreState state);

  /** The message; empty if it does not exist (any more), or cannot be read and was set aside. */
  Optional<StoredMessage> read(StoreState state, StoreKey key);

  /** Moves a message to another state; false if it is not in {@code from} (any more). */
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

  /** Deletes a message; false if it is not in {@code state} (any more). A crash may undo that. */
  boolean remove(StoreState state, StoreKey key);

  /**
   * Deletes the pending compensations of a message, and its progress, because a person has
   * compensated by hand; on disk when this returns.
   *
   * @return false if there are none
   * @throws StoreException if that cannot be written, or if the message is accepted and has not
   *     reached its service yet
   */
  boolean resolve(StoreKey key);

  /**
   * Stores the progress of messages, each replacing its earlier progress, and deletes that of
   * others. On disk in a durable store when this returns.
   *
   * @param group messages with their {@link StoredMessage#progress}
   * @param over messages that have ended without another record
   */
  void record(List<StoredMessage> group, List<StoreKey> over);

  /** The messages with progress when the store was closed, or its process ended. */
  List<StoredMessage> recorded();

  /**
   * Deletes the progress of these messages. The deletion need not survive a power loss, except
   * while a power loss might undo an earlier deletion: a message that is not known to have ended
   * would start again.
   */
  void unrecord(List<StoreKey> keys);

  /**
   * Stores a message as {@link StoreState#UNRESOLVED}, replacing one of the same key, besides its
   * other records. On disk in a durable store when this returns.
   *
   * @return false if the store is full; nothing was stored
   */
  boolean unresolved(StoredMessage message);

  /** The number of unreadable records that were set aside since the store was opened. */
  default long unreadable() {
    return 0;
  }

  /** Closes the store. Idempotent. */
  @Override
  void close();
}
