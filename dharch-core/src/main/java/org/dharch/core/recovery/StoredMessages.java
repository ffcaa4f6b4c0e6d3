package org.dharch.core.recovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/** The operator's view of the failed and unresolved messages in the store. */
public final class StoredMessages {
  private final MessageStore store;
  private final PendingCompensations pendingCompensations;
  private final ProgressRecords progressRecords;
  private final Runnable flush;
  private final Runnable replays;

  /**
   * @param flush writes what is noted
   * @param replays admits messages that are to be replayed
   */
  StoredMessages(
      MessageStore store,
      PendingCompensations pendingCompensations,
      ProgressRecords progressRecords,
      Runnable flush,
      Runnable replays) {
    this.store = store;
    this.pendingCompensations = pendingCompensations;
    this.progressRecords = progressRecords;
    this.flush = flush;
    this.replays = replays;
  }

  /** The failed messages, oldest first. */
  public List<StoredMessage> failed() {
    return all(StoreState.FAILED);
  }

  /** The messages with pending or doubtful compensations, oldest first. */
  public List<StoredMessage> unresolved() {
    return all(StoreState.UNRESOLVED);
  }

  private List<StoredMessage> all(StoreState state) {
    flush.run();
    return store.keys(state).stream().flatMap(key -> store.read(state, key).stream()).toList();
  }

  public boolean hasUnresolved() {
    return !store.keys(StoreState.UNRESOLVED).isEmpty();
  }

  /** A failed message. */
  public Optional<StoredMessage> find(MessageId id) {
    return key(StoreState.FAILED, id).flatMap(key -> store.read(StoreState.FAILED, key));
  }

  /** The folder of the store; empty if it is in memory. */
  public Optional<Path> folder() {
    return store.folder();
  }

  /** A person has resolved the pending compensations of this message. */
  public boolean resolve(MessageId id) {
    return key(StoreState.UNRESOLVED, id)
        .map(key -> pendingCompensations.resolve(() -> progressRecords.resolve(key)))
        .orElse(false);
  }

  public boolean replay(MessageId id, boolean fromTheBeginning) {
    boolean found =
        key(StoreState.FAILED, id).map(key -> store.replay(key, fromTheBeginning)).orElse(false);
    if (found) {
      replays.run();
    }
    return found;
  }

  public boolean drop(MessageId id) {
    return key(StoreState.FAILED, id)
        .map(key -> store.remove(StoreState.FAILED, key))
        .orElse(false);
  }

  private Optional<StoreKey> key(StoreState state, MessageId id) {
    flush.run();
    return store.keys(state).stream().filter(key -> key.id().equals(id)).findFirst();
  }
}
