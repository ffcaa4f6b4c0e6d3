package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.core.files.ProcessLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks and locks the folder of a {@link FolderStore}. Stateless. */
final class StoreFolder {
  static final String LOCK = "lock";
  private static final String MANAGER = "manager";
  private static final Logger LOG = LoggerFactory.getLogger(StoreFolder.class);

  private StoreFolder() {}

  /**
   * Checks, without changing anything, that a folder is a store or can become one.
   *
   * @throws StoreException if it cannot
   */
  static void check(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new StoreException("store '" + folder + "' must be a folder (got a file)");
    }
    for (String own : List.of(LOCK, MANAGER, StoreFiles.JOURNAL, JournalRecovery.MARKER)) {
      if (Files.isRegularFile(folder.resolve(own))) {
        return;
      }
    }
    Optional<Path> foreign = StoreFiles.foreign(folder);
    if (foreign.isPresent()) {
      throw new StoreException(
          "store '"
              + folder
              + "' must be a store, or a new or empty folder (got '"
              + folder.relativize(foreign.get())
              + "' in it)");
    }
  }

  /**
   * Locks a folder.
   *
   * @throws StoreException if another manager has it open
   */
  static ProcessLock lock(Path folder) throws IOException {
    return ProcessLock.take(folder.resolve(LOCK)).orElseThrow(() -> inUse(folder));
  }

  static StoreException inUse(Path folder) {
    return new StoreException(
        "store '"
            + folder
            + "' is in use"
            + manager(folder).map(pid -> " by process " + pid).orElse("")
            + "; each manager needs a folder of its own");
  }

  /** Notes this process as the manager of the folder. */
  static void note(Path folder, ProcessLock lock) throws IOException {
    lock.note(folder.resolve(MANAGER));
  }

  /** Returns the process that has a folder open, if it is known. */
  static Optional<Long> manager(Path folder) {
    return ProcessLock.holder(folder.resolve(MANAGER));
  }

  static void warnOfOtherOwner(Path folder, StoreFiles files) throws IOException {
    files
        .otherOwner()
        .ifPresent(
            owner ->
                LOG.warn(
                    "Store '{}' belongs to user {}, who can read and change its messages; use a"
                        + " folder of this process's user to prevent that",
                    folder,
                    owner));
  }
}
