package org.dharch.core.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kind of a {@link DMFormat}; it travels as the property {@link WireProperties#KIND}. */
public enum FrameKind {
  /** A task batch of one stage. */
  WORK,
  /** A task batch with prefetched stages. */
  SPECULATIVE,
  /** A task batch that nodes forward. */
  FORWARD,
  BRANCH,
  REPLY,
  STATUS,
  /** A warning of a manager. */
  NOTICE,
  /** A registration by a manager. */
  WELCOME,
  EMISSION,
  /** The outcomes of an emission. */
  EMITTED,
  /** A manager requests heartbeats. */
  MANAGER,
  ASK,
  ANSWER,
  /** Nodes exchange their addresses. */
  LINK,
  /** The property is missing or has another value. */
  UNKNOWN;

  private static final Map<Object, FrameKind> BY_TEXT =
      Arrays.stream(values()).collect(Collectors.toMap(FrameKind::text, Function.identity()));

  private final String text = name().toLowerCase(Locale.ROOT);

  /** The value of the property. */
  public String text() {
    return text;
  }

  static FrameKind of(Object text) {
    return BY_TEXT.getOrDefault(text, UNKNOWN);
  }
}
