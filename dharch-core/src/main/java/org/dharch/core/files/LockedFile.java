package org.dharch.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An open file that is locked for this process and still at its path. A lock belongs to a file, not
 * to a name: if a locked file is deleted or replaced, another process can lock a new file of that
 * name. Therefore the file's key (on POSIX its device and number) is compared after locking, and at
 * each {@link #check}, if the file system has keys.
 *
 * <p>A replacement is locked before it takes its place ({@link #replaceWith}), so the path always
 * leads to a locked file, except for an instant: on many systems a lock is released when the
 * process closes any channel to the file. The owner must not open the file a second time, and
 * excludes others of its process by other means ({@link ProcessLock}). Interrupting a thread that
 * uses the channel also releases the lock, until {@link #reopen}.
 *
 * <p>The lock is on one byte far beyond any end, because on some systems others could not read a
 * locked range. Safe for any thread; the owner guards the use of the channel.
 */
public final class LockedFile implements AutoCloseable {
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
  private static final Set<StandardOpenOption> OPEN =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final Set<StandardOpenOption> MAKE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  /** The bound on attempts while others replace the file. */
  private static final int MAX_ROUNDS = 10;

  private final Path path;
  private final Consumer<String> whenLost;
  private FileChannel channel; // this and below: guarded by this
  private Object key;
  private boolean lost;

  private LockedFile(Path path, Consumer<String> whenLost, FileChannel channel, Object key) {
    this.path = path;
    this.whenLost = whenLost;
    this.channel = channel;
    this.key = key;
  }

  /**
   * Opens {@code path}; creates it for this user only. Empty if another process has it. Does not
   * wait.
   *
   * @param whenLost called once when the file no longer belongs to this process
   * @throws IOException if it cannot be created, opened or locked
   */
  public static Optional<LockedFile> open(Path path, Consumer<String> whenLost) throws IOException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      OwnerOnly.open(path, MAKE).close(); // not open in this process, so no lock is released
      Optional<LockedFile> opened = tryOpen(path, whenLost);
      if (opened.isEmpty() || opened.get().isNamed()) {
        return opened;
      }
      opened.get().close();
    }
    throw new IOException(path + " was replaced repeatedly during opening");
  }

  private static Optional<LockedFile> tryOpen(Path path, Consumer<String> whenLost)
      throws IOException {
    Object before = keyOf(path);
    FileChannel channel = FileChannel.open(path, OPEN);
    boolean locked = false;
    try {
      locked = lock(channel);
      return locked
          ? Optional.of(new LockedFile(path, whenLost, channel, before))
          : Optional.empty();
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  @SuppressWarnings("try") // closing the channel releases the lock
  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(LOCKED_BYTE, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false; // held in this process
    }
  }

  /** Null if there is none, or the file does not exist. */
  private static Object keyOf(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private synchronized boolean isNamed() throws IOException {
    return Objects.equals(key, keyOf(path));
  }

  /** The channel; closed if a thread was interrupted while using it. */
  public synchronized FileChannel channel() {
    return channel;
  }

  /**
   * Checks that the path still leads to this file; write only after this has returned.
   *
   * @throws IOException if the file was deleted or replaced, now or before
   */
  public synchronized void check() throws IOException {
    if (!lost && isNamed()) {
      return;
    }
    IOException gone =
        new IOException(
            path + " was deleted or replaced during use; restart this process to write again");
    if (!lost) {
      lost = true;
      whenLost.accept(gone.getMessage());
    }
    throw gone;
  }

  /**
   * Reopens the file if its channel is closed.
   *
   * @return whether it was closed
   * @throws IOException if another process has it, or as {@link #check}
   */
  public synchronized boolean reopen() throws IOException {
    check();
    if (channel.isOpen()) {
      return false;
    }
    FileChannel again = FileChannel.open(path, OPEN);
    boolean kept = false;
    try {
      if (!lock(again)) {
        throw new IOException(path + " is now locked by another process");
      }
      check();
      kept = true;
    } finally {
      if (!kept) {
        again.close();
      }
    }
    channel = again;
    return true;
  }

  /**
   * Replaces this file by {@code fresh}, which this object owns from now on. If that fails, {@code
   * fresh} is closed, and this one needs {@linkplain #reopen}.
   */
  public synchronized void replaceWith(LockedFile fresh) throws IOException {
    check();
    channel.close(); // some systems cannot rename onto an open file
    boolean inPlace = false;
    try {
      Files.move(fresh.path, path, StandardCopyOption.ATOMIC_MOVE);
      inPlace = true;
    } finally {
      if (!inPlace) {
        fresh.close();
      }
    }
    take(fresh);
  }

  private void take(LockedFile fresh) {
    synchronized (fresh) {
      key = fresh.key;
      channel = fresh.channel;
    }
  }

  /** Closes the file and releases the lock. Idempotent. */
  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
