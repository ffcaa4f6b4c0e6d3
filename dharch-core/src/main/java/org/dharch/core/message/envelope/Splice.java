package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/** Collects edits of a byte array and makes the new array in one allocation. */
final class Splice {
  private record Edit(int from, int to, byte[] bytes, int start, int end) {}

  private final byte[] original;
  private final List<Edit> edits = new ArrayList<>();

  Splice(byte[] original) {
    this.original = original;
  }

  /** Puts bytes {@code start} to {@code end} in the place of the original's {@code from..to}. */
  void replace(int from, int to, byte[] bytes, int start, int end) {
    edits.add(new Edit(from, to, bytes, start, end));
  }

  void replace(int from, int to, byte[] bytes) {
    replace(from, to, bytes, 0, bytes.length);
  }

  /** Whether any inserted byte is outside US-ASCII. */
  boolean hasOtherThanAscii() {
    for (Edit edit : edits) {
      for (int i = edit.start; i < edit.end; i++) {
        if (edit.bytes[i] < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the new bytes; edits at one position keep the order in which they were given. */
  byte[] apply(Limits limits) {
    edits.sort(Comparator.comparingInt(Edit::from));
    long length = original.length;
    for (Edit edit : edits) {
      length += (edit.end - edit.start) - (edit.to - edit.from);
    }
    if (length > limits.maxPayloadBytes()) {
      throw new MalformedMessageException(
          "the envelope must have at most maxPayloadBytes="
              + limits.maxPayloadBytes()
              + " bytes (got "
              + length
              + ")");
    }
    byte[] result = new byte[(int) length];
    int from = 0;
    int at = 0;
    for (Edit edit : edits) {
      System.arraycopy(original, from, result, at, edit.from - from);
      at += edit.from - from;
      System.arraycopy(edit.bytes, edit.start, result, at, edit.end - edit.start);
      at += edit.end - edit.start;
      from = edit.to;
    }
    System.arraycopy(original, from, result, at, original.length - from);
    return result;
  }
}
