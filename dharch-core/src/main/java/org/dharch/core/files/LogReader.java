package org.dharch.core.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads records at any offset of the file of an {@link AppendLog}. Reads the file in blocks, so
 * that a search of all offsets is cheap. Not safe for several threads.
 */
final class LogReader {
  private static final int BLOCK = 1 << 16;

  /** Positional reads, as those of a file channel. */
  interface Source {
    int read(ByteBuffer into, long offset) throws IOException;
  }

  private final Source source;
  private final long limit;
  private byte[] block = new byte[0];
  private long blockAt;

  /**
   * @param limit the offset at which the file ends
   */
  LogReader(Source source, long limit) {
    this.source = source;
    this.limit = limit;
  }

  /** Returns the record that starts at {@code offset}; empty if it is incomplete or damaged. */
  Optional<LogRecord> at(long offset) throws IOException {
    if (limit - offset < LogRecord.OVERHEAD) {
      return Optional.empty();
    }
    ByteBuffer head = bytes(offset, LogRecord.HEAD);
    int length = head.getInt();
    long forced = head.getLong();
    if (!LogRecord.isPlausible(length, forced, offset, limit)) {
      return Optional.empty();
    }
    ByteBuffer record = bytes(offset, LogRecord.OVERHEAD + length);
    int start = record.position();
    int checked = LogRecord.HEAD + length;
    if (record.getInt(start + checked) != LogRecord.checksum(block, start, checked)) {
      return Optional.empty();
    }
    int payload = start + LogRecord.HEAD;
    return Optional.of(new LogRecord(Arrays.copyOfRange(block, payload, payload + length), forced));
  }

  private ByteBuffer bytes(long offset, int count) throws IOException {
    if (offset < blockAt || offset + count > blockAt + block.length) {
      block = read(offset, (int) Math.min(limit - offset, Math.max(count, BLOCK)));
      blockAt = offset;
    }
    return ByteBuffer.wrap(block).position((int) (offset - blockAt));
  }

  private byte[] read(long offset, int count) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(count);
    while (into.hasRemaining()) {
      if (source.read(into, offset + into.position()) < 0) {
        throw new EOFException("unexpected end of file");
      }
    }
    return into.array();
  }
}
