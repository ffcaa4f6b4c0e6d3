package org.dharch.core.node.journal;

import java.util.Arrays;
import org.dharch.core.message.MalformedMessageException;

/** Gives the fuzzer access to the codec of the execution journal. */
public final class JournalBytes {
  private JournalBytes() {}

  /**
   * Decodes a record, encodes it, and decodes it again.
   *
   * @throws MalformedMessageException if {@code bytes} are no record
   */
  public static void record(byte[] bytes) {
    ExecutionRecord record = ExecutionRecord.decode(bytes);
    byte[] encoded = record.encode();
    ExecutionRecord again = ExecutionRecord.decode(encoded);
    boolean same = Arrays.equals(bytes, encoded) && Arrays.equals(encoded, again.encode());
    if (record instanceof ExecutionRecord.Attempt attempt) {
      same &=
          again instanceof ExecutionRecord.Attempt other
              && attempt.key().equals(other.key())
              && attempt.result().isPresent() == other.result().isPresent()
              && attempt.expiringAt(5).expiryMillis() == 5;
    }
    if (!same) {
      throw new AssertionError(again + " was " + record);
    }
  }
}
