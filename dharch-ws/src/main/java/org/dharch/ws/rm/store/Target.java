package org.dharch.ws.rm.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;

/** What a source's sequence is looked up by when a message is to be sent: short, however long. */
final class Target {
  private Target() {}

  /** Of the terms on which messages may share a sequence. */
  static String of(Terms terms) {
    String text =
        String.join(
            "\n",
            terms.endpoint(),
            terms.acksTo(),
            terms.addressing(),
            terms.soap(),
            terms.version().name(),
            terms.assurance().toString(),
            terms.offered().isEmpty() ? "" : "offer");
    return hash(text);
  }

  /** Of all whose messages are fetched by one address. */
  static String fetched(String address) {
    return hash("fetched\n" + address);
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Of a sequence that takes messages of whoever sends there, or whose messages are fetched; empty
   * if it is none.
   */
  static String of(RmSequence sequence) {
    if (!(sequence instanceof SourceSequence source)) {
      return "";
    }
    if (source.terms().fetchedBy().isPresent()) {
      boolean isOver = source.state() == SourceState.TERMINATED;
      return isOver ? "" : fetched(source.terms().fetchedBy().get());
    }
    return !source.isOffered()
            && !source.isClosing()
            && (source.state() == SourceState.CREATING || source.state() == SourceState.CREATED)
        ? of(source.terms())
        : "";
  }
}
