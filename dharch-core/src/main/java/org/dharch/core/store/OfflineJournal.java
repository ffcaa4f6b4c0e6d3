package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.ProcessLock;

/** Changes the journal of a store whose manager does not run. Stateless. */
final class OfflineJournal {
  private OfflineJournal() {}

  /**
   * Deletes the progress of a message; on disk when this returns. Creates no file, because the
   * operator may be another user than the manager.
   *
   * @throws IOException if that cannot be written
   */
  static void forget(Path lock, Path path, StoreKey key) throws IOException {
    if (!Files.exists(lock) || !Files.exists(path)) {
      return; // no manager has used the store
    }
    Optional<ProcessLock> absent = ProcessLock.take(lock);
    if (absent.isEmpty()) {
      return; // a resolved message needs no progress
    }
    try (ProcessLock held = absent.get()) {
      Optional<Journal> journal = Journal.open(path, Journal.Bounds.NONE);
      if (held.isHeld() && journal.isPresent()) {
        try (Journal open = journal.get()) {
          open.forgetInPlace(key);
        }
      }
    }
  }
}
