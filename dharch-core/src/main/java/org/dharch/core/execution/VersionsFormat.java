package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
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

  void writeSequences(WireWriter out, Progress progress) {
    Set<Integer> written = new HashSet<>();
    out.list(
        "sequences",
        progress.in(),
        DEPTH,
        (o, from) -> {
          o.number("from", from);
          o.optional(
              Optional.ofNullable(written.add(from) ? progress.versions().get(from) : null),
              (each, version) -> write(each, version, progress.envelope()));
        });
  }

  void writeBranches(WireWriter out, Progress progress) {
    out.list(
        "branches",
        progress.branches(),
        BRANCHES,
        (o, branch) -> {
          o.number("position", branch.position());
          write(o, branch.version(), progress.envelope());
        });
  }

  private void write(WireWriter out, MessageVersion version, byte[] message) {
    out.optional(
        Optional.of(version.envelope()).filter(bytes -> bytes != message),
        (o, bytes) -> o.bytes("envelope", bytes, envelope));
    properties.write(out, version.properties().asMap());
    out.list("processed", version.processed(), WireBound.NONE, (o, h) -> o.header("processed", h));
    out.flag(version.headersChanged()).flag(version.bodyChanged());
  }

  /**
   * Reads the current sequences that catch faults.
   *
   * @param message the message's own envelope
   * @param versions gets the message before each
   * @return {@link Progress#in}
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
    Optional<byte[]> own = in.optional("envelope", r -> r.bytes("envelope", envelope));
    MessageProperties read = properties.read(in);
    Set<HeaderRef> processed =
        new HashSet<>(in.list("processed", WireBound.NONE, r -> r.header("processed")));
    return new MessageVersion(
        own.orElse(message), read, processed, in.flag("headersChanged"), in.flag("bodyChanged"));
  }
}
