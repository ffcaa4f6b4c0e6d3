package org.dharch.core.recovery;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/** Stores messages before they are acknowledged and tracks which are executed. */
public final class AcceptedMessages {
  private final StoreContext context;
  private final ActiveRecords active;
  private final StoredMessageReplayer replayer;

  AcceptedMessages(StoreContext context, ActiveRecords active, StoredMessageReplayer replayer) {
    this.context = context;
    this.active = active;
    this.replayer = replayer;
  }

  /** Returns whether stored messages can be admitted again at all. */
  public boolean canReplay() {
    return replayer.isPossible();
  }

  /**
   * Stores a message before it is acknowledged.
   *
   * @return false if there is no capacity
   * @throws StoreException if it cannot be written
   */
  public boolean accept(MessageId id, Orchestration orchestration, Submission submission) {
    StoreKey key = active.newKey(id);
    StoredMessage message =
        new StoredMessage(
            key,
            orchestration.name(),
            orchestration.notation(),
            submission,
            Optional.empty(),
            Optional.empty());
    active.put(id, ActiveRecord.of(message, StoreState.ACCEPTED));
    boolean capacity = false;
    try {
      capacity = context.store().accept(message);
    } finally {
      if (!capacity) {
        active.remove(id);
        active.taken().remove(key);
      }
    }
    if (capacity) {
      context.counters().count(Counter.STORED);
    }
    return capacity;
  }

  /** Records that a stored message waits for its handlers. */
  public void park(MessageId id, String reason) {
    active.remove(id).ifPresent(record -> park(record, reason));
  }

  void park(ActiveRecord record, String reason) {
    if (record.isRepeated() && record.message().progress().isPresent()) {
      replayer.resume(record.message());
    }
    if (record.is(StoreState.ACCEPTED)) {
      replayer.await(record.key(), reason);
    }
    active.taken().remove(record.key());
  }

  /** Records that a stored message is executed under this id. */
  public void executes(MessageId id, StoredMessage message, StoreState state) {
    active.put(id, ActiveRecord.of(message, state));
  }

  /** Records that the message could not be admitted; its record stays unchanged. */
  public void notAdmitted(MessageId id) {
    park(id, StoredMessageReplayer.BUSY);
  }

  /** Returns whether this message has a record, which its outcome changes. */
  public boolean contains(MessageId id) {
    return active.contains(id);
  }

  /** Returns whether a restarted manager continues this message. */
  public boolean isKept(MessageId id) {
    return contains(id) && context.store().durable();
  }
}
