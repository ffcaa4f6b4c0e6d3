package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of one user: what stands in them, and who may read it. */
final class OwnerOnlyTest {
  @TempDir Path folder;

  private static String allowed(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  @Test
  void replacementIsPrivateAndAtomic() throws Exception {
    Path file = folder.resolve("new").resolve("token");
    OwnerOnly.replace(file, "a secret");
    assertEquals("rwx------", allowed(file.getParent()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    OwnerOnly.replace(file, "another");
    assertEquals("another", Files.readString(file));
    assertEquals("rw-------", allowed(file));
    assertEquals(List.of(file), in(file.getParent()));
  }

  @Test
  void failedReplaceLeavesNoFile() throws Exception {
    Path file = Files.createDirectories(folder.resolve("a").resolve("folder"));
    Files.createFile(file.resolve("with something"));
    assertThrows(IOException.class, () -> OwnerOnly.replace(file, "a secret"));
    assertEquals(List.of(file), in(file.getParent()));
  }
}
