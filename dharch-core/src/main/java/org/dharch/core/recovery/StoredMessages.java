package org.dharch.core.recovery;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.Unresolved;

/** Lists, replays, resolves and drops the failed and unresolved messages in the store. */
public final class StoredMessages {
  private final StoreContext context;
  private final AcceptedMessages accepted;
  private final PendingCompensations pendingCompensations;
  private final ProgressRecords progressRecords;
  private final Runnable flush;
  private final Runnable replays;

  /**
   * @param flush writes the noted records
   * @param replays admits messages that are to be replayed
   */
  StoredMessages(
      StoreContext context,
      AcceptedMessages accepted,
      PendingCompensations pendingCompensations,
      ProgressRecords progressRecords,
      Runnable flush,
      Runnable replays) {
    this.context = context;
    this.accepted = accepted;
    this.pendingCompensations = pendingCompensations;
    this.progressRecords = progressRecords;
    this.flush = flush;
    this.replays = replays;
  }

  /** The failed messages, oldest first. Reads them all. */
  public List<StoredMessage> failed() {
    return all(StoreState.FAILED);
  }

  /**
   * The messages that have ended with pending compensations, oldest first. Compensations are
   * retried until they succeed, except those with an unknown result. Reads them all.
   */
  public List<Unresolved> unresolved() {
    return all(StoreState.UNRESOLVED).stream()
        .map(message -> Unresolved.of(message, context.format()))
        .toList();
  }

  private List<StoredMessage> all(StoreState state) {
    flush.run();
    return context.store().keys(state).stream()
        .flatMap(key -> context.store().read(state, key).stream())
        .toList();
  }

  public boolean hasUnresolved() {
    return !context.store().keys(StoreState.UNRESOLVED).isEmpty();
  }

  /** The original ids of the failed messages. */
  public List<MessageId> failedIds() {
    flush.run();
    return context.store().keys(StoreState.FAILED).stream().map(StoreKey::id).toList();
  }

  /** Returns the failed message with this original id. */
  public Optional<StoredMessage> failed(MessageId id) {
    return key(StoreState.FAILED, id).flatMap(key -> context.store().read(StoreState.FAILED, key));
  }

  /** Resolves the pending compensations of this message for an operator; false if it has none. */
  public boolean resolve(MessageId id) {
    return key(StoreState.UNRESOLVED, id)
        .map(key -> pendingCompensations.resolve(() -> progressRecords.resolve(key)))
        .orElse(false);
  }

  /** Replays as {@link #replay(MessageId, boolean)} does, from the failed stage if possible. */
  public boolean replay(MessageId id) {
    return replay(id, false);
  }

  /**
   * Executes a failed message again; its response, if it has one, is discarded. It continues with
   * the stage that failed, under its own id, and keeps earlier results, unless a handler of an
   * earlier stage was compensated or its orchestration has changed: then it starts from the
   * beginning, under a new id. It waits while its handlers or its service are missing. It stays in
   * the store until its service was invoked.
   *
   * @param fromTheBeginning whether to start from the beginning in any case
   * @return false if there is no such failed message
   * @throws DHArchException if no {@link ReplayGateway} was registered
   */
  public boolean replay(MessageId id, boolean fromTheBeginning) {
    if (!accepted.canReplay()) {
      throw new DHArchException(
          "cannot replay messages: the container has registered no replay gateway");
    }
    boolean found =
        key(StoreState.FAILED, id)
            .map(key -> context.store().replay(key, fromTheBeginning))
            .orElse(false);
    if (found) {
      replays.run();
    }
    return found;
  }

  /** Deletes a failed message; returns false if it does not exist. */
  public boolean drop(MessageId id) {
    return key(StoreState.FAILED, id)
        .map(key -> context.store().remove(StoreState.FAILED, key))
        .orElse(false);
  }

  private Optional<StoreKey> key(StoreState state, MessageId id) {
    flush.run();
    return context.store().keys(state).stream().filter(key -> key.id().equals(id)).findFirst();
  }
}
