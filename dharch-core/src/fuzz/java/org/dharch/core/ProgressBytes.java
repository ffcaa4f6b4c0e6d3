package org.dharch.core;

import java.util.Arrays;
import org.dharch.api.Limits;
import org.dharch.core.execution.progress.ProgressFormat;

/** The fuzzer's door to what reads how far a message was. */
public final class ProgressBytes {
  private static final ProgressFormat FORMAT = new ProgressFormat(Limits.DEFAULT);

  private ProgressBytes() {}

  /**
   * A message's progress as bytes; one that is understood is written and read again.
   *
   * @throws org.dharch.core.message.MalformedMessageException if it is none
   */
  public static void read(byte[] data) {
    byte[] again = FORMAT.encode(FORMAT.decode(data));
    if (!Arrays.equals(again, FORMAT.encode(FORMAT.decode(again)))) {
      throw new AssertionError("what was written is read otherwise");
    }
  }
}
