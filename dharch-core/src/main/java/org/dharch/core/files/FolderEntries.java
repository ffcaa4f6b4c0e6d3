package org.dharch.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The entries of a folder, forced to the disk. Safe for any thread. */
public final class FolderEntries {
  private FolderEntries() {}

  /**
   * Forces them to the disk, so that files made, renamed and deleted survive a loss of power, where
   * the system knows how; on others they survive the end of the process only.
   */
  public static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      return; // this system does not force folders
    }
  }
}
