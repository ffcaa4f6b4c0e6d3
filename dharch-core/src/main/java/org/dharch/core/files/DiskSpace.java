package org.dharch.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * What a disk has left, for a file that grows there and is written anew beside itself: in time, for
 * that takes room. Asking a disk takes time too, so it is asked each time that the file has grown
 * by a mebibyte, or where little is left by a quarter of that. Guarded by its owner.
 */
public final class DiskSpace {
  private static final long LOOK_BYTES = 1 << 20;

  private final LongSupplier usable;
  private long left = Long.MAX_VALUE;
  private long lookAt;

  /**
   * @param usable how many bytes the disk has left now
   */
  public DiskSpace(LongSupplier usable) {
    this.usable = usable;
  }

  /** That of the disk of {@code path}; if nobody can say what it has left, it has enough. */
  public static DiskSpace of(Path path) {
    return new DiskSpace(
        () -> {
          try {
            return Files.getFileStore(path).getUsableSpace();
          } catch (IOException e) {
            return Long.MAX_VALUE;
          }
        });
  }

  /** Asks the disk if it is time to, now that the file is so large; whether it did. */
  public boolean looks(long size) {
    if (size <= lookAt) {
      return false;
    }
    ask(size);
    return true;
  }

  private void ask(long size) {
    left = usable.getAsLong();
    lookAt = size + Math.min(LOOK_BYTES, left / 4);
  }

  /** The bytes that the disk had left when it was asked last; before that the most. */
  public long left() {
    return left;
  }

  /** Whether nearly nothing is left now. */
  public boolean isGone() {
    return usable.getAsLong() < LOOK_BYTES;
  }

  /** The file was written anew, and is so large since. */
  public void writtenAnew(long size) {
    ask(size);
  }
}
