package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.ProcessLock;

/**
 * The journal of a store that a person changes without its manager. Where the manager is there, it
 * alone writes to its journal. Stateless.
 */
final class OfflineJournal {
  private OfflineJournal() {}

  /**
   * Has the next life of a manager not know any more how far this message is; on disk when this
   * returns. Makes no file, for the visitor may be another user than the manager.
   *
   * @throws IOException if that cannot be written
   */
  static void forget(Path lock, Path path, StoreKey key) throws IOException {
    if (!Files.exists(lock) || !Files.exists(path)) {
      return; // no manager was ever here
    }
    Optional<ProcessLock> absent = ProcessLock.take(lock);
    if (absent.isEmpty()) {
      return; // it keeps nothing more of what it tries, once that is settled
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
