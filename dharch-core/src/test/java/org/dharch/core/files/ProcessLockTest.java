package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who gets a lock, in this process and in another, and what an attempt that fails leaves. */
@Timeout(60)
class ProcessLockTest {
  private static final Optional<Long> THIS_PROCESS = Optional.of(ProcessHandle.current().pid());

  @TempDir Path folder;
  private Path file;
  private Path note;

  @BeforeEach
  void files() {
    file = folder.resolve("lock");
    note = folder.resolve("holder");
  }

  private Optional<ProcessLock> take() throws IOException {
    Optional<ProcessLock> lock = ProcessLock.take(file);
    boolean noted = false;
    try {
      if (lock.isPresent()) {
        lock.get().note(note);
      }
      noted = true;
      return lock;
    } finally {
      if (!noted) {
        lock.get().close();
      }
    }
  }

  /** Takes the lock, which must be free for that, and gives it back. */
  private void takeAndClose() throws IOException {
    ProcessLock lock = take().orElseThrow();
    assertTrue(lock.isHeld());
    assertEquals(THIS_PROCESS, ProcessLock.holder(note));
    lock.close();
    assertFalse(lock.isHeld());
    assertEquals(Optional.empty(), ProcessLock.holder(note));
  }

  private boolean anotherProcessTakesIt() throws Exception {
    Process other = LockTaker.start(file, note);
    other.getOutputStream().close();
    String taken = other.inputReader().readLine();
    assertEquals(0, other.waitFor());
    return Boolean.parseBoolean(taken);
  }

  @Test
  void lockIsExclusiveForAllPathsInProcess() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    try (ProcessLock lock = take().orElseThrow()) {
      assertTrue(lock.isHeld());
      assertEquals(Optional.empty(), take());
      assertEquals(Optional.empty(), ProcessLock.take(file));
      assertEquals(Optional.empty(), ProcessLock.take(link.resolve("lock")));
      assertEquals(THIS_PROCESS, ProcessLock.holder(note), "of the one that has it");
      try (ProcessLock another = ProcessLock.take(folder.resolve("lock2")).orElseThrow()) {
        assertTrue(another.isHeld());
      }
    }
    takeAndClose();
  }

  @Test
  void secondCloseDoesNotReleaseNewLock() throws Exception {
    ProcessLock first = take().orElseThrow();
    first.close();
    try (ProcessLock next = take().orElseThrow()) {
      first.close();
      assertTrue(next.isHeld());
      assertEquals(THIS_PROCESS, ProcessLock.holder(note));
      assertEquals(Optional.empty(), take());
    }
  }

  @Test
  void lockExcludesProcessesUntilKill() throws Exception {
    Process other = LockTaker.start(file, note);
    try {
      assertEquals("true", other.inputReader().readLine());
      assertEquals(Optional.empty(), take());
      assertEquals(Optional.empty(), take(), "the first attempt did not free it");
      assertEquals(Optional.of(other.pid()), ProcessLock.holder(note));
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertEquals(Optional.empty(), ProcessLock.holder(note), "the process has ended");
    takeAndClose();
  }

  @Test
  void otherClassLoaderCannotTakeLock() throws Exception {
    URL[] classes = {LockTaker.classes(ProcessLock.class).toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
        ProcessLock lock = take().orElseThrow()) {
      Class<?> type = loader.loadClass(ProcessLock.class.getName());
      assertNotSame(ProcessLock.class, type);
      assertEquals(Optional.empty(), type.getMethod("take", Path.class).invoke(null, file));
      assertTrue(lock.isHeld());
      assertFalse(anotherProcessTakesIt());
    }
    assertTrue(anotherProcessTakesIt());
  }

  @Test
  void jvmRejectsSecondLockWithoutClaims() throws Exception {
    Properties before = System.getProperties();
    try (ProcessLock lock = take().orElseThrow()) {
      Properties others = new Properties();
      others.putAll(before);
      others.keySet().removeIf(key -> key.toString().startsWith(ProcessLock.class.getName()));
      System.setProperties(others);
      assertEquals(Optional.empty(), take());
      assertTrue(lock.isHeld());
    } finally {
      System.setProperties(before);
    }
  }

  @Test
  void lockNeedsItsFolder() throws IOException {
    Path later = folder.resolve("later");
    file = later.resolve("lock");
    note = later.resolve("holder");
    assertThrows(IOException.class, this::take);
    Files.createDirectory(later);
    takeAndClose();
  }

  @Test
  void unopenedFileIsNotClaimed() throws IOException {
    Files.createDirectory(file);
    IOException e = assertThrows(IOException.class, this::take);
    assertTrue(e.getMessage().contains(file.toString()), e::getMessage);
    Files.delete(file);
    takeAndClose();
  }

  /** Fault B6: an attempt that could not write once left its claim behind. */
  @Test
  void unwritableNoteIsReported() throws Exception {
    Files.createDirectory(note);
    IOException e = assertThrows(IOException.class, this::take);
    assertTrue(e.getMessage().contains(note.toString()), e::getMessage);
    Files.delete(note);
    assertTrue(anotherProcessTakesIt());
    takeAndClose();
  }

  @Test
  void interruptedThreadCanTakeAndCloseLock() throws Exception {
    Thread.currentThread().interrupt();
    try {
      takeAndClose();
    } finally {
      assertTrue(Thread.interrupted());
    }
    takeAndClose();
  }

  @Test
  void undeletableNoteDoesNotKeepLock() throws IOException {
    ProcessLock lock = take().orElseThrow();
    Files.delete(note);
    Path inTheWay = Files.createDirectories(note.resolve("full"));
    assertThrows(IOException.class, lock::close);
    assertFalse(lock.isHeld());
    Files.delete(inTheWay);
    Files.delete(note);
    takeAndClose();
  }

  @Test
  void staleNoteNamesNoProcess() throws IOException {
    Files.writeString(note, ProcessHandle.current().pid() + " 17");
    assertEquals(Optional.empty(), ProcessLock.holder(note));
    Files.writeString(note, "rubbish");
    assertEquals(Optional.empty(), ProcessLock.holder(note));
  }
}
