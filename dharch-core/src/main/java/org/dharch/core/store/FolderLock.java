package org.dharch.core.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a second manager out of a folder; the system gives it up when the JVM ends in any way. Who
 * has it stands in a file beside the lock's: on many systems a process loses its lock as soon as it
 * closes the locked file a second time, be it only after reading it.
 */
final class FolderLock implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final String MANAGER = "manager";

  /** Those of this JVM, for the same reason. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Takes the lock and says so. */
  static FolderLock take(Path given) throws IOException {
    Path folder = given.toRealPath();
    if (!OWN.add(folder)) {
      throw inUse(given);
    }
    boolean taken = false;
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      taken = channel.tryLock() != null;
      if (!taken) {
        throw inUse(given);
      }
      Files.writeString(folder.resolve(MANAGER), describe(ProcessHandle.current()));
      return new FolderLock(folder, channel);
    } finally {
      if (!taken) {
        channel.close();
        OWN.remove(folder);
      }
    }
  }

  /** Its number and when it was started: the numbers of those that have ended come again. */
  private static String describe(ProcessHandle process) {
    return process.pid()
        + " "
        + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static StoreException inUse(Path folder) {
    return new StoreException(
        "store '"
            + folder
            + "' is in use"
            + holder(folder).map(pid -> " by process " + pid).orElse("")
            + "; each manager needs a folder of its own");
  }

  /** The number of the process that has the lock, as far as that can be told. */
  static Optional<Long> holder(Path folder) {
    try {
      String described = Files.readString(folder.resolve(MANAGER)).strip();
      long pid = Long.parseLong(described.split(" ", 2)[0]);
      return ProcessHandle.of(pid)
          .filter(process -> describe(process).equals(described))
          .map(ProcessHandle::pid);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder.resolve(MANAGER));
    channel.close();
    OWN.remove(folder);
  }
}
