package org.dharch.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Forces the entries of a folder to the disk. Safe for any thread. */
public final class FolderEntries {
  private FolderEntries() {}

  /**
   * Ensures that created, renamed and deleted files survive a power loss, if the system supports
   * it; otherwise they survive only the end of the process.
   */
  public static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      return; // this system does not force folders
    }
  }
}
