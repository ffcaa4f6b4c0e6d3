package org.dharch.core.orchestration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a message of an orchestration goes on from node to node, without coming back to its
 * manager after each stage (seed 002: decentralized orchestration).
 */
public enum Direct {
  /** Where its manager finds that it pays. */
  AUTO,
  /** Wherever it can. */
  ALWAYS,
  /** It comes back after each stage, or visit of one node. */
  NEVER;

  /** As it is written in documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** That of this word; empty if it is none. */
  public static Optional<Direct> of(String word) {
    return Arrays.stream(values()).filter(direct -> direct.word().equals(word)).findFirst();
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Direct::word).collect(Collectors.joining(", "));
  }
}
