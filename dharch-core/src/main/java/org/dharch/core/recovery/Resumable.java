package org.dharch.core.recovery;

import org.dharch.core.execution.Progress;
import org.dharch.core.execution.ProgressFormat;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.WireBound;
import org.dharch.core.wire.WireReader;
import org.dharch.core.wire.WireWriter;

/**
 * Where a failed message is gone on with by a replay. In its record it stands where that of another
 * has how far it is: an octet that no version of {@link ProgressFormat} begins with, the plan as
 * text, and what that format makes of the rest.
 *
 * @param plan its orchestration in the paper's notation: if that is another by then, it begins anew
 * @param progress how far it is
 */
public record Resumable(String plan, Progress progress) {
  private static final int MARK = 0xC1;

  /** Whether these bytes are one, and not how far a message is whose handlers have begun since. */
  public static boolean is(byte[] bytes) {
    return bytes.length > 0 && (bytes[0] & 0xFF) == MARK;
  }

  byte[] encode(ProgressFormat format) {
    byte[] far = format.encode(progress);
    return new WireWriter(far.length + 2 * plan.length() + 16)
        .octet("mark", MARK)
        .text("plan", plan, WireBound.NONE)
        .bytes("progress", far, WireBound.NONE)
        .toBytes();
  }

  /**
   * Reads one.
   *
   * @throws MalformedMessageException if it is none
   */
  public static Resumable decode(byte[] bytes, ProgressFormat format) {
    WireReader in = new WireReader(bytes);
    int unused = in.octet("mark");
    Resumable read =
        new Resumable(
            in.text("plan", WireBound.NONE), format.decode(in.bytes("progress", WireBound.NONE)));
    in.end("where a replay goes on");
    return read;
  }
}
