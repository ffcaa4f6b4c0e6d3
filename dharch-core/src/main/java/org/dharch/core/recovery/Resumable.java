package org.dharch.core.recovery;

import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The point at which a replay continues a failed message. In its record it takes the place of the
 * progress: an octet with which no {@link ProgressFormat} record starts, the plan as text, and the
 * progress.
 *
 * @param plan its orchestration in the paper's notation: if the orchestration has changed, the
 *     replay starts from the beginning
 * @param progress its progress
 */
public record Resumable(String plan, Progress progress) {
  private static final int MARK = 0xC1;

  /**
   * Returns whether these bytes are a {@code Resumable} and not the progress of a running message.
   */
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
   * Decodes a {@code Resumable}.
   *
   * @throws MalformedMessageException if the bytes are no {@code Resumable}
   */
  public static Resumable decode(byte[] bytes, ProgressFormat format) {
    WireReader in = new WireReader(bytes);
    int unused = in.octet("mark");
    Resumable read =
        new Resumable(
            in.text("plan", WireBound.NONE), format.decode(in.bytes("progress", WireBound.NONE)));
    in.end("the point at which a replay continues");
    return read;
  }
}
