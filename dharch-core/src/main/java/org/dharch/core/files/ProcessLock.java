package org.dharch.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The exclusive right to a set of files, for one owner at a time, in this process and among all
 * processes of the machine. It is a lock on a separate file, which is created if it does not exist,
 * and stays. Safe for any thread.
 *
 * <p><b>Among processes</b> it is the operating system's lock, which is released when the process
 * ends in any way. On many systems a process loses it as soon as it closes the locked file a second
 * time, even after only reading it. Therefore the holder's process is recorded in a separate file,
 * the note, and an attempt within the holding process must fail before it opens the file.
 *
 * <p><b>Within a process</b> a claim does that, one system property for each file: system
 * properties are shared by all class loaders of a JVM, while a container loads this class once for
 * each application. A claim consists of the folder's real path and the file's name as given, so the
 * folder may be reached by any path, but the file must have the same name. If all system properties
 * are replaced while a lock is held, the JVM still rejects an attempt from this process, but that
 * may release the lock for other processes as described above. A lock that is never closed is
 * claimed until the process ends.
 *
 * <p><b>A deleted lock file</b> can be created and locked again by another process, and the holder
 * of the old one cannot prevent that, because file systems lock files, not names. So the protected
 * file itself (a store's journal, a node's execution journal) is a {@link LockedFile} too, opened
 * after this lock and before anything is written; it rejects a second opener. If that is deleted as
 * well, its owner writes nothing more, because it checks before each write that the file is in its
 * place. That file alone would not suffice: it is replaced and closed by interrupts, and for an
 * instant it is not locked then.
 *
 * <p>A failed attempt leaves neither lock nor claim.
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
   * Takes the lock on {@code file}; empty if it is held, here or by another process. Does not wait.
   *
   * @throws IOException if the file cannot be created or locked, or its folder does not exist
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
   * Records the holder in {@code at}, for {@link #holder}; deleted when this is closed.
   *
   * @throws IOException if that cannot be written
   */
  public synchronized void note(Path at) throws IOException {
    OwnerOnly.write(at, describe(ProcessHandle.current()));
    note = Optional.of(at);
  }

  /** The process id with the start time, because ids are reused. */
  private static String describe(ProcessHandle process) {
    return process.pid()
        + " "
        + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** The process id in this note, if the process still runs. */
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

  /** Whether another process has taken the lock after its file was deleted. */
  private static boolean isAnothers(Path note) {
    return holder(note).filter(pid -> pid != ProcessHandle.current().pid()).isPresent();
  }

  public boolean isHeld() {
    return file.channel().isOpen();
  }

  /**
   * Releases the lock and deletes the note. Idempotent: a lock taken meanwhile is not touched.
   *
   * @throws IOException if the note or the file cannot be deleted or closed; the lock is released
   *     even then
   */
  @Override
  public synchronized void close() throws IOException {
    if (!isHeld()) {
      return;
    }
    try (file) { // after the note, which belongs to the lock
      if (note.isPresent() && !isAnothers(note.get())) {
        Files.deleteIfExists(note.get());
      }
    } finally {
      System.clearProperty(claim);
    }
  }
}
