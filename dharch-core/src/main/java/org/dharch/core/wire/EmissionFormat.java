package org.dharch.core.wire;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * An emission as bytes, in the types of {@link WireWriter}. In a result it is
 *
 * <pre>
 *  field          type                                      bound
 *  id             id
 *  target         octet: S, then service and operation,
 *                 text text                                 maxNameBytes, 3000 each
 *                 E, then list of:                          1 to maxAddresses, 1000
 *    address        text                                    maxAddressBytes, 8192
 *    headers        list of bytes                           maxHeaderBlocks, maxPayloadBytes
 *  action         text                                      maxAddressBytes, 8192
 *  properties     {@link PropertiesFormat}                          maxProperties, maxPropertyBytes
 *  orchestration  optional text                             maxNameBytes, 3000
 *  deadline       duration                                  {@link Emission#MAX_DEADLINE}
 *  envelope       bytes                                     maxPayloadBytes
 * </pre>
 *
 * <p>On its own it is a DMFormat of the kind {@code emission} under the emission's id, without
 * other properties than {@link WireProperties#REMAINING_NANOS}; its payload is the envelope, and
 * its control data are node (text) and handler (text), and of the fields above those from target to
 * deadline. Reading trusts nothing. Safe for any thread.
 */
public final class EmissionFormat {
  private static final WireBound NAME = new WireBound("maxNameBytes", 3000);
  private static final WireBound ADDRESSES = new WireBound("maxAddresses", Target.MAX_ADDRESSES);
  private static final WireBound ADDRESS = new WireBound("maxAddressBytes", 8192);
  private static final int EXPECTED_BYTES = 512; // without the envelope

  private final WireBound bytes;
  private final WireBound blocks;
  private final PropertiesFormat properties;

  /** Reads and writes within these bounds. */
  public EmissionFormat(Limits limits) {
    this.bytes = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
    this.blocks = new WireBound("maxHeaderBlocks", limits.maxHeaderBlocks());
    this.properties = new PropertiesFormat(limits);
  }

  // ---- in a result

  /**
   * Writes {@code emission}.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  void write(WireWriter out, Emission emission) {
    out.id(emission.id());
    writeHead(out, emission);
    out.bytes("envelope", emission.envelope(), bytes);
  }

  /**
   * Reads the next emission.
   *
   * @throws MalformedMessageException if it is malformed, or exceeds a limit; invalid values may
   *     also cause an {@link IllegalArgumentException}
   */
  Emission read(WireReader in) {
    MessageId id = in.id("id");
    return readHead(id, in, () -> in.bytes("envelope", bytes));
  }

  // ---- on its own

  /**
   * Encodes the emission at once, because its handler must know whether it can be sent.
   *
   * @throws MalformedMessageException if it exceeds a limit
   */
  public DMFormat encode(NodeEmission from) {
    Emission emission = from.emission();
    bytes.check("envelope", emission.envelope().length);
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    out.text("node", from.node().toString(), NAME).text("handler", from.handler(), NAME);
    writeHead(out, emission);
    Map<String, Object> own =
        Map.of(
            WireProperties.KIND,
            FrameKind.EMISSION.text(),
            WireProperties.REMAINING_NANOS,
            WireWriter.nanos("deadline", emission.deadline()));
    return new DMFormat(
        emission.id(),
        new DMFormat.Content(MessageProperties.of(own), out.toBytes(), emission.envelope()));
  }

  /**
   * Whose emission {@code message} says that it is; empty if it is none.
   *
   * @throws MalformedMessageException if it is one that cannot be read
   */
  public static Optional<NodeId> emitting(DMFormat message) {
    if (message.kind() != FrameKind.EMISSION) {
      return Optional.empty();
    }
    try {
      return Optional.of(NodeId.parse(new WireReader(message.control()).text("node", NAME)));
    } catch (IllegalArgumentException e) {
      throw bad(message, e);
    }
  }

  /**
   * The emission that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none, or one past a limit
   */
  public NodeEmission emission(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.EMISSION);
    bytes.check("envelope", message.payload().length);
    WireReader in = new WireReader(message.control());
    try {
      NodeId node = NodeId.parse(in.text("node", NAME));
      String handler = in.text("handler", NAME);
      Emission emission = readHead(message.id(), in, message::payload);
      in.end("an emission");
      return new NodeEmission(node, handler, emission);
    } catch (IllegalArgumentException e) {
      throw bad(message, e);
    }
  }

  private static MalformedMessageException bad(DMFormat message, IllegalArgumentException e) {
    return new MalformedMessageException(
        "invalid emission " + message.id() + ": " + e.getMessage(), e);
  }

  // ---- what both have

  private void writeHead(WireWriter out, Emission emission) {
    if (emission.target() instanceof Target.Service to) {
      out.octet("target", 'S').text("service", to.name(), NAME);
      out.text("operation", to.operation(), NAME);
    } else {
      List<Target.Address> addresses = ((Target.Endpoint) emission.target()).addresses();
      out.octet("target", 'E').list("addresses", addresses, ADDRESSES, this::writeAddress);
    }
    out.text("action", emission.action(), ADDRESS);
    properties.write(out, emission.properties().asMap());
    out.optional(emission.orchestration(), (o, name) -> o.text("orchestration", name, NAME));
    out.duration("deadline", emission.deadline());
  }

  private void writeAddress(WireWriter out, Target.Address address) {
    out.text("address", address.uri().toString(), ADDRESS);
    out.list("headers", address.headers(), blocks, (o, block) -> o.bytes("header", block, bytes));
  }

  /** Yields the envelope, after the rest. */
  private interface EnvelopeSource {
    byte[] get();
  }

  private Emission readHead(MessageId id, WireReader in, EnvelopeSource envelope) {
    Target target = target(in);
    String action = in.text("action", ADDRESS);
    MessageProperties read = properties.read(in);
    Optional<String> orchestration = in.optional("orchestration", r -> r.text("name", NAME));
    Duration deadline = in.duration("deadline");
    return new Emission(id, target, action, envelope.get(), read, orchestration, deadline);
  }

  private Target target(WireReader in) {
    int type = in.octet("target");
    return switch (type) {
      case 'S' -> new Target.Service(in.text("service", NAME), in.text("operation", NAME));
      case 'E' -> new Target.Endpoint(in.list("addresses", ADDRESSES, this::address));
      default -> throw new MalformedMessageException("target must be S or E (got " + type + ")");
    };
  }

  private Target.Address address(WireReader in) {
    URI uri = URI.create(in.text("address", ADDRESS));
    return new Target.Address(uri, in.list("headers", blocks, r -> r.bytes("header", bytes)));
  }

  // ---- how large it is

  /** About how many bytes it takes: never fewer than on the wire. */
  public static long size(Emission emission) {
    long size = EXPECTED_BYTES + emission.envelope().length + 3L * emission.action().length();
    size += 3L * emission.orchestration().map(String::length).orElse(0);
    for (Map.Entry<String, Object> property : emission.properties().asMap().entrySet()) {
      size += HandlerResult.size(property);
    }
    if (emission.target() instanceof Target.Service to) {
      return size + 3L * (to.name().length() + to.operation().length());
    }
    for (Target.Address address : ((Target.Endpoint) emission.target()).addresses()) {
      size += 2L * Integer.BYTES + 3L * address.uri().toString().length();
      for (byte[] block : address.headers()) {
        size += Integer.BYTES + block.length;
      }
    }
    return size;
  }
}
