package org.dharch.core.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Keeps a second manager out of a folder; the system gives it up when the JVM ends in any way. */
final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock and leaves this process's number in its file. */
  static FolderLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
        throw inUse(folder);
      }
      long pid = ProcessHandle.current().pid();
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(Long.toString(pid).getBytes(StandardCharsets.UTF_8)), 0);
      return new FolderLock(channel);
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(folder);
    }
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
      long pid = Long.parseLong(Files.readString(folder.resolve(NAME)).strip());
      return ProcessHandle.of(pid).map(ProcessHandle::pid);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    channel.truncate(0);
    channel.close();
  }
}
