package org.dharch.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much more a disk takes. Safe for any thread. */
public final class DiskRoom {
  /** How much a file may grow, in bytes, before its disk is asked again: asking takes its time. */
  public static final long LOOK_BYTES = 1 << 20;

  private DiskRoom() {}

  /** The bytes that can be added on the disk of {@code path}; the most if nobody knows. */
  public static long of(Path path) {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
