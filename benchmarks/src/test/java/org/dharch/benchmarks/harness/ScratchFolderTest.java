package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScratchFolderTest {
  @Test
  void folderIsDeletedWithItsContents() throws IOException {
    Path path;
    try (ScratchFolder folder = ScratchFolder.create("some")) {
      path = folder.path();
      Files.writeString(Files.createDirectory(path.resolve("inner")).resolve("file"), "text");
    }
    assertFalse(Files.exists(path));
  }

  @Test
  void terminatedProcessDeletesItsFolder() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FolderUser.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader text =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Path path = Path.of(text.readLine());
      assertTrue(Files.exists(path.resolve("file")));
      process.destroy();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
      assertFalse(Files.exists(path));
    } finally {
      process.destroyForcibly();
    }
  }

  /** A child process that uses such a folder until it is ended. */
  static final class FolderUser {
    private FolderUser() {}

    public static void main(String[] args) throws IOException {
      ScratchFolder folder = ScratchFolder.create("works");
      Files.writeString(folder.path().resolve("file"), "text");
      System.out.println(folder.path());
      var unused = System.in.read();
    }
  }
}
