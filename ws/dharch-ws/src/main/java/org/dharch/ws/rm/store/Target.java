package org.dharch.ws.rm.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;

/** The lookup key of a source's sequence for a new message. */
final class Target {
  private Target() {}

  static String of(Terms terms) {
    return String.join(
        "\n",
        terms.endpoint(),
        terms.acksTo(),
        terms.addressing(),
        terms.soap(),
        terms.version().name(),
        terms.assurance().toString(),
        terms.offered().isEmpty() ? "" : "offer");
  }

  /** The target of sequences whose messages are polled by this address. */
  static String polled(String address) {
    return "fetched\n" + address;
  }

  /** The target as stored in a database: of a fixed length, or empty. */
  static String hash(String target) {
    if (target.isEmpty()) {
      return "";
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(target.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The target of a sequence that accepts new messages or is polled; otherwise empty. */
  static String of(RmSequence sequence) {
    if (!(sequence instanceof SourceSequence source)) {
      return "";
    }
    if (source.terms().fetchedBy().isPresent()) {
      boolean isOver = source.state() == SourceState.TERMINATED;
      return isOver ? "" : polled(source.terms().fetchedBy().get());
    }
    return !source.isOffered()
            && !source.isClosing()
            && (source.state() == SourceState.CREATING || source.state() == SourceState.CREATED)
        ? of(source.terms())
        : "";
  }
}
