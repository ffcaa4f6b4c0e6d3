package org.dharch.core.wire;

import java.util.Optional;
import org.dharch.api.Changes.Verdict;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A handler's verdict on its message, as bytes, in the types of {@link WireWriter}:
 *
 * <pre>
 *  verdict  octet: N, none; A, a response, then bytes; C, accepted;
 *           L, deferred, then duration
 * </pre>
 *
 * Stateless, safe for any thread.
 */
public final class VerdictFormat {
  private VerdictFormat() {}

  /**
   * Writes {@code verdict}.
   *
   * @throws MalformedMessageException if an answer is past {@code bound}
   */
  public static void write(WireWriter out, Verdict verdict, WireBound bound) {
    if (verdict instanceof Verdict.Respond respond) {
      out.octet("verdict", 'A').bytes("answer", respond.envelope(), bound);
    } else if (verdict instanceof Verdict.Defer defer) {
      out.octet("verdict", 'L').duration("defer", defer.after());
    } else {
      out.octet("verdict", 'C');
    }
  }

  /** Writes that there is no verdict. */
  public static void writeNone(WireWriter out) {
    out.octet("verdict", 'N');
  }

  /**
   * Reads the next verdict.
   *
   * @throws MalformedMessageException if it is malformed, or exceeds {@code bound}
   */
  public static Optional<Verdict> read(WireReader in, WireBound bound) {
    int type = in.octet("verdict");
    return switch (type) {
      case 'N' -> Optional.empty();
      case 'A' -> Optional.of(new Verdict.Respond(in.bytes("answer", bound)));
      case 'C' -> Optional.of(new Verdict.Accept());
      case 'L' -> Optional.of(new Verdict.Defer(in.duration("defer")));
      default ->
          throw new MalformedMessageException("verdict must be N, A, C or L (got " + type + ")");
    };
  }
}
