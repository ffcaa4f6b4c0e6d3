package org.dharch.core.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A reply is a DMFormat of the kind {@code reply} without control data, and with no other
 * properties than {@linkplain TraceProperties traces} and {@linkplain OnProperties fingerprints};
 * its payload, in the types of {@link WireWriter}, is
 *
 * <pre>
 *  field    type                                   bound
 *  life     int64, the task batch's
 *  node     text: name~incarnation                 maxPayloadBytes
 *  results  list of what {@link ResultFormat} says         maxResults, 65,535
 * </pre>
 *
 * Safe for any thread.
 */
final class ReplyFormat {
  private static final MessageProperties OF_KIND = WireProperties.ofKind(FrameKind.REPLY);

  /** Behind the life and the length of the name. */
  private static final int NODE_AT = Long.BYTES + Integer.BYTES;

  private static final WireBound RESULTS = new WireBound("maxResults", 0xffff);
  private static final WireBound NODE = new WireBound("maxNameBytes", 3000);
  private static final int EXPECTED_BYTES = 64; // beside the results

  private final Limits limits;
  private final ResultFormat results;
  private final WireBound payload;

  ReplyFormat(Limits limits) {
    this.limits = limits;
    this.results = new ResultFormat(limits);
    this.payload = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
  }

  /** Written at once if it may be past a limit, which its sender must know. */
  DMFormat encode(Reply reply) {
    boolean fits =
        size(reply) < payload.most() / 2 && reply.results().size() < limits.maxProperties();
    if (fits && reply.results().stream().allMatch(HandlerResult::surelyTravels)) {
      return DMFormat.of(reply.id(), FrameKind.REPLY, reply, this::content);
    }
    return new DMFormat(reply.id(), content(reply));
  }

  private static long size(Reply reply) {
    long bytes = EXPECTED_BYTES;
    for (HandlerResult result : reply.results()) {
      bytes += result.size();
    }
    return bytes;
  }

  private DMFormat.Content content(Reply reply) {
    WireWriter out = new WireWriter((int) Math.min(size(reply), payload.most()));
    out.int64(reply.incarnation()).text("node", reply.node().toString(), payload);
    out.list("results", reply.results(), RESULTS, results::write);
    payload.check("reply", out.size());
    return new DMFormat.Content(
        OnProperties.with(
            TraceProperties.with(OF_KIND, reply.results(), limits), reply.results(), limits),
        out.toBytes());
  }

  /** Decodes the sender only. */
  static Optional<NodeId> node(DMFormat message) {
    if (message.kind() != FrameKind.REPLY) {
      return Optional.empty();
    }
    WireReader in = new WireReader(message.payload());
    try {
      in.int64("life");
      return Optional.of(NodeId.parse(in.text("node", NODE)));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(
          "bad reply for message " + message.id() + ": " + e.getMessage(), e);
    }
  }

  /** Whether it is a reply whose node is called so, as {@link #node} says it, but for less. */
  static boolean isOf(DMFormat message, byte[] name) {
    byte[] payload = message.payload();
    return payload.length >= NODE_AT + name.length
        && ByteBuffer.wrap(payload).getInt(NODE_AT - Integer.BYTES) == name.length
        && Arrays.equals(payload, NODE_AT, NODE_AT + name.length, name, 0, name.length)
        && message.kind() == FrameKind.REPLY;
  }

  Reply read(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.REPLY);
    WireReader in = new WireReader(message.payload());
    try {
      long incarnation = in.int64("life");
      NodeId node = NodeId.parse(in.text("node", payload));
      List<HandlerResult> read =
          in.list(
              "results",
              RESULTS,
              r -> {
                HandlerResult result = results.read(r);
                return OnProperties.on(
                    TraceProperties.traced(result, message.properties()), message.properties());
              });
      in.end("a reply");
      return new Reply(message.id(), incarnation, node, read);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(
          "bad reply for message " + message.id() + ": " + e.getMessage(), e);
    }
  }
}
