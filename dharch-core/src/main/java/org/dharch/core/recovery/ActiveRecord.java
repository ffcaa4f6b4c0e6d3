package org.dharch.core.recovery;

import java.util.Optional;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/**
 * The record of a message that is executed or being delivered.
 *
 * @param state empty if the store has only its progress
 * @param progress the progress that was written last
 * @param onDisk whether that progress is on disk, as far as is known
 */
record ActiveRecord(
    Optional<StoreState> state,
    StoredMessage message,
    Optional<Progress> progress,
    boolean onDisk) {

  StoreKey key() {
    return message.key();
  }

  static ActiveRecord of(StoredMessage message, StoreState state) {
    return new ActiveRecord(Optional.of(state), message, Optional.empty(), true);
  }

  /** Returns the record of a message of which the store has only the progress. */
  static ActiveRecord ofProgress(StoredMessage message) {
    return new ActiveRecord(Optional.empty(), message, Optional.empty(), true);
  }

  ActiveRecord with(Progress value) {
    return new ActiveRecord(state, message, Optional.of(value), false);
  }

  ActiveRecord written(boolean value) {
    return new ActiveRecord(state, message, progress, value);
  }

  /** Returns whether a restarted manager executes or delivers it again. */
  boolean isRepeated() {
    return state.isPresent() && !is(StoreState.UNRESOLVED);
  }

  boolean is(StoreState which) {
    return state.filter(which::equals).isPresent();
  }
}
