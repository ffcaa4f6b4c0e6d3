package org.dharch.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Observes the free space of a disk for a file that grows there and is rewritten next to itself.
 * Queries the disk each time that the file has grown by 1 MiB, or by a quarter of the free space if
 * that is less. Guarded by its owner.
 */
public final class DiskSpace {
  private static final long QUERY_BYTES = 1 << 20;

  private final LongSupplier usable;
  private long free = Long.MAX_VALUE;
  private long queryAt;

  /**
   * @param usable the free bytes of the disk
   */
  public DiskSpace(LongSupplier usable) {
    this.usable = usable;
  }

  /** Observes the disk of {@code path}. If the system reports no free space, it has enough. */
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

  /** Queries the disk if the file has grown enough; returns whether it did. */
  public boolean update(long fileSize) {
    if (fileSize <= queryAt) {
      return false;
    }
    query(fileSize);
    return true;
  }

  private void query(long fileSize) {
    free = usable.getAsLong();
    queryAt = fileSize + Math.min(QUERY_BYTES, free / 4);
  }

  /** Returns the free bytes at the last query; the maximum before the first. */
  public long free() {
    return free;
  }

  /** Queries whether less than 1 MiB is free now. */
  public boolean isExhausted() {
    return usable.getAsLong() < QUERY_BYTES;
  }

  void rewritten(long fileSize) {
    query(fileSize);
  }
}
