package org.dharch.core.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Gives the fuzzer access to the format of an append log, whose checksums it adds. */
public final class LogBytes {
  private LogBytes() {}

  /**
   * Reads records without checksums: at every offset, as a search after damage does, and from the
   * start.
   *
   * @return the payloads from the start
   */
  public static List<byte[]> payloads(byte[] data) throws IOException {
    byte[] file = withChecksums(data);
    LogReader reader =
        new LogReader(
            (into, offset) -> {
              int count = Math.min(into.remaining(), file.length - (int) offset);
              into.put(file, (int) offset, count);
              return count == 0 ? -1 : count;
            },
            file.length);
    for (int at = 0; at < file.length; at++) {
      Optional<LogRecord> record = reader.at(at);
      if (record.isPresent()) {
        check(record.get(), file, at);
      }
    }
    List<byte[]> payloads = new ArrayList<>();
    long at = 0;
    for (Optional<LogRecord> next = reader.at(at); next.isPresent(); next = reader.at(at)) {
      payloads.add(next.get().payload());
      at += next.get().size();
    }
    return payloads;
  }

  private static void check(LogRecord record, byte[] file, int at) {
    byte[] again = record.encode().array();
    if (again.length != record.size()
        || !Arrays.equals(again, Arrays.copyOfRange(file, at, at + again.length))) {
      throw new AssertionError("the record at " + at + " is encoded otherwise");
    }
  }

  private static byte[] withChecksums(byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer in = ByteBuffer.wrap(data);
    while (in.remaining() >= LogRecord.HEAD) {
      int start = in.position();
      int length = in.getInt(start);
      int there = Math.max(0, Math.min(length, in.remaining() - LogRecord.HEAD));
      out.write(data, start, LogRecord.HEAD + there);
      if (there == length) {
        int sum = LogRecord.checksum(data, start, LogRecord.HEAD + length);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(sum).array());
      }
      in.position(start + LogRecord.HEAD + there);
    }
    return out.toByteArray();
  }
}
