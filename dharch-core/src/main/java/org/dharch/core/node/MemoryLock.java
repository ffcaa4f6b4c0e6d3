package org.dharch.core.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a second node out of a memory file; the system gives it up when the JVM ends in any way. It
 * is on a file of its own beside that one, which is replaced while it is in use.
 */
final class MemoryLock implements AutoCloseable {
  /**
   * Those of this JVM: on many systems a process loses its lock as soon as it closes the locked
   * file a second time.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel channel;

  private MemoryLock(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * The lock of the memory in {@code memory}; empty if another node has it.
   *
   * @param memory without links, so that it is the same for whoever means the same file
   */
  static Optional<MemoryLock> take(Path memory) throws IOException {
    Path path = memory.resolveSibling(memory.getFileName() + ".lock");
    if (!OWN.add(path)) {
      return Optional.empty();
    }
    Optional<MemoryLock> taken = Optional.empty();
    try {
      taken = locked(path);
      return taken;
    } finally {
      if (taken.isEmpty()) {
        OWN.remove(path);
      }
    }
  }

  @SuppressWarnings("try") // the lock is let go of with the channel
  private static Optional<MemoryLock> locked(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
      return taken ? Optional.of(new MemoryLock(path, channel)) : Optional.empty();
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  boolean isHeld() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    OWN.remove(path);
  }
}
