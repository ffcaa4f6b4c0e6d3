package org.dharch.core.recovery;

import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/** Admits a stored message again. */
public interface Readmission {
  Answer enter(StoredMessage message, StoreState state);

  /** The result of an admission. */
  sealed interface Answer {
    /** All slots are taken. */
    Deferred BUSY = new Deferred("every place is taken");

    /** The manager has been closed. */
    Deferred CLOSED = new Deferred("the manager was closed");

    /** The message is being executed. */
    record Entered() implements Answer {}

    /** The message cannot be admitted now, for a reason that may apply to others too. */
    record Deferred(String reason) implements Answer {}

    /** The message can never be admitted. */
    record Never(String reason) implements Answer {}
  }
}
