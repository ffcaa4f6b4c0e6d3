package org.dharch.core.execution.progress;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.MessageContent;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Encodes the message versions of {@link ProgressFormat}: those before sequences that catch faults,
 * and those of branches. The message's own envelope is written once only. Safe for any thread.
 */
final class VersionsFormat {
  private static final WireBound DEPTH = new WireBound("maxDepth", Orchestration.MAX_DEPTH);

  private static final WireBound BRANCHES =
      new WireBound("maxHandlers", Orchestration.MAX_HANDLERS);

  private final PropertiesFormat properties;
  private final WireBound envelope;

  VersionsFormat(PropertiesFormat properties, WireBound envelope) {
    this.properties = properties;
    this.envelope = envelope;
  }

  void writeSequences(WireWriter out, Progress.Position position, byte[] message) {
    Set<Integer> written = new HashSet<>();
    out.list(
        "sequences",
        position.scopes(),
        DEPTH,
        (o, from) -> {
          o.number("from", from);
          o.optional(
              Optional.ofNullable(written.add(from) ? position.versions().get(from) : null),
              (each, version) -> write(each, version, message));
        });
  }

  void writeBranches(WireWriter out, List<BranchProgress> branches, byte[] message) {
    out.list(
        "branches",
        branches,
        BRANCHES,
        (o, branch) -> {
          o.number("position", branch.position());
          write(o, branch.version(), message);
        });
  }

  private void write(WireWriter out, MessageVersion version, byte[] message) {
    out.optional(
        Optional.of(version.envelope()).filter(bytes -> bytes != message),
        (o, bytes) -> o.bytes("envelope", bytes, envelope));
    writeRest(out, version);
  }

  /** Writes the message itself. */
  void writeMessage(WireWriter out, MessageVersion message) {
    out.bytes("envelope", message.envelope(), envelope);
    writeRest(out, message);
  }

  private void writeRest(WireWriter out, MessageVersion version) {
    properties.write(out, version.properties().asMap());
    out.list("processed", version.processed(), WireBound.NONE, (o, h) -> o.header("processed", h));
    out.flag(version.headersChanged()).flag(version.bodyChanged());
  }

  /**
   * Reads the current sequences that catch faults.
   *
   * @param message the message's own envelope
   * @param versions gets the message before each
   * @return {@link Progress.Position#scopes}
   */
  List<Integer> readSequences(
      WireReader in, byte[] message, Map<Integer, MessageVersion> versions) {
    List<Integer> inHand = new ArrayList<>();
    for (int n = in.count("sequences", DEPTH); n > 0; n--) {
      int from = in.number("from");
      inHand.add(from);
      in.optional("version", r -> version(r, message)).ifPresent(v -> versions.put(from, v));
    }
    if (!versions.keySet().containsAll(inHand)) {
      throw new IllegalArgumentException("no message before a sequence");
    }
    return inHand;
  }

  List<BranchProgress> readBranches(WireReader in, byte[] message) {
    return in.list(
        "branches", BRANCHES, r -> new BranchProgress(r.number("position"), version(r, message)));
  }

  private MessageVersion version(WireReader in, byte[] message) {
    return read(in, in.optional("envelope", r -> r.bytes("envelope", envelope)).orElse(message));
  }

  /** Reads the message itself. */
  MessageVersion readMessage(WireReader in) {
    return read(in, in.bytes("envelope", envelope));
  }

  private MessageVersion read(WireReader in, byte[] bytes) {
    return new MessageVersion(
        new MessageContent(
            bytes,
            properties.read(in),
            new HashSet<>(in.list("processed", WireBound.NONE, r -> r.header("processed")))),
        in.flag("headersChanged"),
        in.flag("bodyChanged"));
  }
}
