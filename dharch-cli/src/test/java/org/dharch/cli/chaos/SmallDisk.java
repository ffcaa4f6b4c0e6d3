package org.dharch.cli.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.dharch.cli.base.Shell;

/** A file system of its own (tmpfs), small enough to be filled. Needs root. */
final class SmallDisk implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final Path folder;
  private final Thread hook = new Thread(this::remove, "dharch-chaos-disk");

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes it, in {@code folder}.
   *
   * @throws IOException if this process may not
   */
  static SmallDisk create(Path folder, int megabytes) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Shell.run(
        "mount", "-t", "tmpfs", "-o", "mode=700,size=" + megabytes + "m", "tmpfs", folder + "");
    SmallDisk disk = new SmallDisk(folder);
    Runtime.getRuntime().addShutdownHook(disk.hook);
    return disk;
  }

  Path folder() {
    return folder;
  }

  /** Takes what room is left. */
  void fill() throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int size = CHUNK; size > 0; size /= 2) {
      try (OutputStream out =
          Files.newOutputStream(ballast(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        while (true) {
          out.write(chunk, 0, size);
        }
      } catch (IOException full) {
        if (!String.valueOf(full.getMessage()).contains("No space")) {
          throw full;
        }
      }
    }
  }

  /** Gives it back. */
  void free() throws IOException {
    Files.delete(ballast());
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  private void remove() {
    Shell.quietly("umount", "-l", folder.toString());
  }

  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
