package org.dharch.core.recovery;

import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/** Admits a stored message again. */
public interface Readmission {
  Answer enter(StoredMessage message, StoreState state);

  /** The result of an admission. */
  sealed interface Answer {
    /** Every place is taken. */
    Deferred BUSY = new Deferred("every place is taken");

    /** This life of the manager takes nothing in any more. */
    Deferred CLOSED = new Deferred("the manager was closed");

    /** It is being executed. */
    record Entered() implements Answer {}

    /** Not now, for a reason that holds for others of its kind too. */
    record Deferred(String reason) implements Answer {}

    /** Not now and not later. */
    record Never(String reason) implements Answer {}
  }
}
