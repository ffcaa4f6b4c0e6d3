package org.dharch.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

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
 * <p><b>A lock file that a person deletes</b> is locked by whoever makes it anew, and the holder of
 * the old one cannot hinder that: file systems lock files, not names. So what the lock is for is
 * locked as well, the file without which nothing can be done (a store's journal, a node's execution
 * journal): it is a {@link LockedFile}, and is opened after this lock and before anything is
 * written. A second opener is refused by it. Who deletes that too has its owner write nothing more,
 * for it looks before each write whether the file is in its place yet. That file alone would not
 * do: it is written anew and closed by an interrupt, and for an instant nothing of it is locked
 * then.
 *
 * <p>An attempt that does not succeed leaves neither lock nor claim, however it ends.
 */
public final class ProcessLock implements AutoCloseable {
  private final String claim;
  private final LockedFile file;
  private Optional<Path> note = Optional.empty(); // guarded by this

  private ProcessLock(String claim, LockedFile file) {
    this.claim = claim;
    this.file = file;
  }

  /**
   * The lock on {@code file}; empty if it is held, here or by another process. Does not wait.
   *
   * @throws IOException if the file cannot be made or locked, or its folder is not there
   */
  public static Optional<ProcessLock> take(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path real = absolute.getParent().toRealPath().resolve(absolute.getFileName());
    String claim = ProcessLock.class.getName() + ":" + real;
    if (System.getProperties().putIfAbsent(claim, "held") != null) {
      return Optional.empty();
    }
    Optional<ProcessLock> taken = Optional.empty();
    try {
      taken = LockedFile.open(real, why -> {}).map(locked -> new ProcessLock(claim, locked));
      return taken;
    } finally {
      if (taken.isEmpty()) {
        System.clearProperty(claim);
      }
    }
  }

  /**
   * Writes into {@code at} who holds it, for {@link #holder}; gone when this is closed.
   *
   * @throws IOException if that cannot be written
   */
  public synchronized void note(Path at) throws IOException {
    OwnerOnly.write(at, describe(ProcessHandle.current()));
    note = Optional.of(at);
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

  /** Who took the lock after its file had been deleted has written down that it has it. */
  private static boolean isAnothers(Path note) {
    return holder(note).filter(pid -> pid != ProcessHandle.current().pid()).isPresent();
  }

  /** Whether it has not been closed yet. */
  public boolean isHeld() {
    return file.channel().isOpen();
  }

  /**
   * Lets go of it and deletes the note. Idempotent: what is taken anew meanwhile is not touched.
   *
   * @throws IOException if the note or the file cannot be; the lock is not held any more even then
   */
  @Override
  public synchronized void close() throws IOException {
    if (!isHeld()) {
      return;
    }
    try (file) { // it goes after the note, which is this one's only until then
      if (note.isPresent() && !isAnothers(note.get())) {
        Files.deleteIfExists(note.get());
      }
    } finally {
      System.clearProperty(claim);
    }
  }
}
