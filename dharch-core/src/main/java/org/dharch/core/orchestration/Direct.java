package org.dharch.core.orchestration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether nodes forward messages of an orchestration to each other, without a return to the manager
 * after each stage (seed 002: decentralized orchestration).
 */
public enum Direct {
  /** If the manager expects a gain. */
  AUTO,
  /** Wherever possible. */
  ALWAYS,
  /** The message returns after each stage, or after the speculative stages of one node. */
  NEVER;

  /** As it is written in documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the value of this word; empty if there is none. */
  public static Optional<Direct> of(String word) {
    return Arrays.stream(values()).filter(direct -> direct.word().equals(word)).findFirst();
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Direct::word).collect(Collectors.joining(", "));
  }
}
