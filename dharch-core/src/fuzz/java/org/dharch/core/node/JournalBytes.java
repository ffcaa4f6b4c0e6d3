package org.dharch.core.node;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** The fuzzer's door to what reads a node's memory file. */
public final class JournalBytes {
  private JournalBytes() {}

  /**
   * A memory file's bytes; each record that is whole is written and read again.
   *
   * @throws org.dharch.core.message.MalformedMessageException if one that is whole is none
   */
  public static void read(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    long left = file.length;
    Optional<ExecutionRecord> next = ExecutionRecord.read(in, left);
    while (next.isPresent()) {
      ExecutionRecord record = next.get();
      left -= record.size();
      check(record);
      next = ExecutionRecord.read(in, left);
    }
  }

  private static void check(ExecutionRecord record) throws IOException {
    byte[] bytes = record.expiringAt(5).bytes();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    ExecutionRecord again = ExecutionRecord.read(in, bytes.length).orElseThrow(AssertionError::new);
    if (!again.key().equals(record.key())
        || again.expiryMillis() != 5
        || again.result().isPresent() != record.result().isPresent()
        || !Arrays.equals(bytes, again.bytes())) {
      throw new AssertionError(again.key() + " was " + record.key());
    }
  }
}
