package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That the file which the path names is locked, whatever became of it. */
@Timeout(60)
class LockedFileTest {
  @TempDir Path folder;
  private final List<String> output = new ArrayList<>();
  private Path path;

  @BeforeEach
  void path() {
    path = folder.resolve("file");
  }

  private LockedFile open(Path at) throws IOException {
    return LockedFile.open(at, output::add).orElseThrow();
  }

  private boolean anotherProcessTakesIt() throws Exception {
    Process other = LockTaker.start(path, folder.resolve("note"));
    other.getOutputStream().close();
    String taken = other.inputReader().readLine();
    assertEquals(0, other.waitFor());
    return Boolean.parseBoolean(taken);
  }

  @Test
  void rewrittenFileStaysPrivateAndLocked() throws Exception {
    try (LockedFile file = open(path)) {
      assertFalse(anotherProcessTakesIt());
      LockedFile fresh = open(folder.resolve("fresh"));
      fresh.channel().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      file.replaceWith(fresh);
      file.check();
      assertEquals(3, file.channel().size());
      assertFalse(Files.exists(folder.resolve("fresh")));
      assertFalse(anotherProcessTakesIt());
    }
    assertTrue(anotherProcessTakesIt());
  }

  @Test
  void reopenAfterInterruptRestoresLock() throws Exception {
    try (LockedFile file = open(path)) {
      assertFalse(file.reopen());
      Thread.currentThread().interrupt();
      assertThrows(
          ClosedByInterruptException.class,
          () -> file.channel().write(ByteBuffer.wrap(new byte[] {1})));
      assertTrue(Thread.interrupted());
      assertTrue(file.reopen());
      assertTrue(file.channel().isOpen());
      assertFalse(anotherProcessTakesIt());
    }
  }

  @Test
  void newOwnerOfTheFileKeepsIt() throws Exception {
    try (LockedFile file = open(path)) {
      file.channel().close();
      Process other = LockTaker.start(path, folder.resolve("note"));
      try {
        assertEquals("true", other.inputReader().readLine());
        String why = assertThrows(IOException.class, file::reopen).getMessage();
        assertTrue(why.contains("is now locked by another process"), why);
      } finally {
        other.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void deletedOrReplacedFileIsNotWritten() throws Exception {
    try (LockedFile file = open(path)) {
      file.check();
      Path kept = Files.createLink(folder.resolve("kept"), path);
      Files.delete(path);
      String why = assertThrows(IOException.class, file::check).getMessage();
      assertTrue(why.startsWith(path + " was deleted or replaced during use"), why);
      assertEquals(List.of(why), output);
      Files.move(kept, path);
      assertThrows(IOException.class, file::check, "another may have had it meanwhile");
      assertThrows(IOException.class, file::reopen);
      LockedFile fresh = open(folder.resolve("fresh"));
      assertThrows(IOException.class, () -> file.replaceWith(fresh));
      fresh.close();
      assertEquals(1, output.size(), "logged once");
    }
  }
}
