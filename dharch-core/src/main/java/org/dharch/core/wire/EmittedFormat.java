package org.dharch.core.wire;

import java.util.ArrayList;
import java.util.List;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The outcomes of an emission, at one or several of its addresses, as DMFormat and back: of the
 * kind {@code emitted} under the emission's id, without other properties and control data. Its
 * payload, in the types of {@link WireWriter}, is, once or more often,
 *
 * <pre>
 *  field    type                                          bound
 *  outcome  octet: D, delivered;
 *           S, sent, then address number, status int32,
 *           envelope optional bytes                       maxPayloadBytes
 *           F, failed, then address int32,                -1 or more
 *           code text, reason text                        maxReasonBytes, 4000 each
 * </pre>
 *
 * Reading validates everything. Safe for any thread.
 */
public final class EmittedFormat {
  private static final int MOST_CHARS = 1000;
  private static final WireBound REASON = new WireBound("maxReasonBytes", 4 * MOST_CHARS);
  private static final int EXPECTED_BYTES = 64;

  private final WireBound bytes;

  /** Reads and writes within these bounds. */
  public EmittedFormat(Limits limits) {
    this.bytes = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
  }

  /**
   * {@code outcomes} as a DMFormat. A reason that is too long is cut.
   *
   * @throws IllegalArgumentException if there are none
   * @throws MalformedMessageException if an answer in them is past a limit
   */
  public DMFormat encode(MessageId emission, List<Emitted> outcomes) {
    if (outcomes.isEmpty()) {
      throw new IllegalArgumentException("emission " + emission + " has no outcome");
    }
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    outcomes.forEach(outcome -> write(outcome, out));
    return DMFormat.of(emission, WireProperties.ofKind(FrameKind.EMITTED), out.toBytes());
  }

  private void write(Emitted outcome, WireWriter out) {
    if (outcome instanceof Emitted.Delivered) {
      out.octet("outcome", 'D');
    } else if (outcome instanceof Emitted.Sent sent) {
      out.octet("outcome", 'S').number("address", sent.address()).int32(sent.status());
      out.optional(sent.envelope(), (o, envelope) -> o.bytes("envelope", envelope, bytes));
    } else {
      Emitted.Failed failed = (Emitted.Failed) outcome;
      out.octet("outcome", 'F').int32(failed.address());
      out.text("code", shown(failed.code()), REASON).text("reason", shown(failed.reason()), REASON);
    }
  }

  private static String shown(String text) {
    String whole = WireWriter.writable(text);
    return whole.length() <= MOST_CHARS
        ? whole
        : WireWriter.writable(whole.substring(0, MOST_CHARS));
  }

  /**
   * Decodes the outcomes, in order; empty if {@code message} is of another kind.
   *
   * @throws MalformedMessageException if it is of this kind and malformed
   */
  public List<Emitted> emitted(DMFormat message) {
    if (message.kind() != FrameKind.EMITTED) {
      return List.of();
    }
    WireReader in = new WireReader(message.payload());
    List<Emitted> outcomes = new ArrayList<>(1);
    try {
      do {
        outcomes.add(read(in));
      } while (in.left() > 0);
      return outcomes;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(
          "invalid outcome of emission " + message.id() + ": " + e.getMessage(), e);
    }
  }

  private Emitted read(WireReader in) {
    int type = in.octet("outcome");
    return switch (type) {
      case 'D' -> new Emitted.Delivered();
      case 'S' ->
          new Emitted.Sent(
              in.number("address"),
              in.int32("status"),
              in.optional("envelope", r -> r.bytes("envelope", bytes)));
      case 'F' ->
          new Emitted.Failed(
              in.int32("address"), in.text("code", REASON), in.text("reason", REASON));
      default ->
          throw new MalformedMessageException("outcome must be D, S or F (got " + type + ")");
    };
  }
}
