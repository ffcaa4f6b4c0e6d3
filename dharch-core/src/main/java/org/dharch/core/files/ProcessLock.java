package org.dharch.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The right to some files, which one owner at a time has, in this process and among all processes
 * of the machine. It is a lock on a file that is there for nothing else, is made if it is not
 * there, and stays. Safe for any thread.
 *
 * <p><b>Among processes</b> the lock is the operating system's, which lets go of it when the
 * process ends in any way. On many systems a process loses it as soon as it closes the locked file
 * a second time, be it only after reading it. Two things follow: who holds the lock is written into
 * a file of its own, the note, and an attempt made in the process that holds it must fail before it
 * opens the file.
 *
 * <p><b>Within a process</b> that is done by a claim, one system property for each file: system
 * properties are what all class loaders of a JVM share, and a container loads this class once for
 * each application. A claim is by the folder's real path and the file's name as given, so the
 * folder may be reached in any way, but the file must be named alike. If all system properties are
 * replaced while a lock is held, an attempt from this process is still refused, by the JVM, but may
 * open the lock to other processes as said above. A lock that is never closed is claimed until the
 * process ends.
 *
 * <p>An attempt that does not succeed leaves neither lock nor claim, however it ends.
 */
public final class ProcessLock implements AutoCloseable {
  private final String claim;
  private final FileChannel channel;
  private final Optional<Path> note;

  private ProcessLock(String claim, FileChannel channel, Optional<Path> note) {
    this.claim = claim;
    this.channel = channel;
    this.note = note;
  }

  /**
   * The lock on {@code file}; empty if it is held, here or by another process. Does not wait.
   *
   * @throws IOException if the file cannot be made or locked, or its folder is not there
   */
  public static Optional<ProcessLock> take(Path file) throws IOException {
    return take(file, Optional.empty());
  }

  /**
   * As {@link #take(Path)}, and writes into {@code note} who holds it, for {@link #holder}.
   *
   * @throws IOException if the file or the note cannot be written
   */
  public static Optional<ProcessLock> take(Path file, Path note) throws IOException {
    return take(file, Optional.of(note));
  }

  private static Optional<ProcessLock> take(Path file, Optional<Path> note) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path real = absolute.getParent().toRealPath().resolve(absolute.getFileName());
    String claim = ProcessLock.class.getName() + ":" + real;
    if (System.getProperties().putIfAbsent(claim, "held") != null) {
      return Optional.empty();
    }
    Optional<ProcessLock> taken = Optional.empty();
    try {
      taken = locked(real, claim, note);
      return taken;
    } finally {
      if (taken.isEmpty()) {
        System.clearProperty(claim);
      }
    }
  }

  @SuppressWarnings("try") // the system's lock is let go of with the channel
  private static Optional<ProcessLock> locked(Path file, String claim, Optional<Path> note)
      throws IOException {
    FileChannel channel =
        OwnerOnly.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    Optional<ProcessLock> taken = Optional.empty();
    try {
      if (channel.tryLock() == null) {
        return taken;
      }
      if (note.isPresent()) {
        OwnerOnly.write(note.get(), describe(ProcessHandle.current()));
      }
      taken = Optional.of(new ProcessLock(claim, channel, note));
      return taken;
    } catch (OverlappingFileLockException e) {
      return taken; // held in this process, and its claim is gone
    } finally {
      if (taken.isEmpty()) {
        channel.close();
      }
    }
  }

  /** Its number and when it was started: the numbers of those that have ended come again. */
  private static String describe(ProcessHandle process) {
    return process.pid()
        + " "
        + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** The number of the process that holds the lock with this note, as far as that can be told. */
  public static Optional<Long> holder(Path note) {
    try {
      String described = Files.readString(note).strip();
      long pid = Long.parseLong(described.split(" ", 2)[0]);
      return ProcessHandle.of(pid)
          .filter(process -> describe(process).equals(described))
          .map(ProcessHandle::pid);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether it has not been closed yet. */
  public boolean isHeld() {
    return channel.isOpen();
  }

  /**
   * Lets go of it and deletes the note. Idempotent: what is taken anew meanwhile is not touched.
   *
   * @throws IOException if the note or the file cannot be; the lock is not held any more even then
   */
  @Override
  public synchronized void close() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) { // it goes after the note, which is this one's only until then
      if (note.isPresent()) {
        Files.deleteIfExists(note.get());
      }
    } finally {
      System.clearProperty(claim);
    }
  }
}
