package org.dharch.core.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/** Determines the affinity of each step of one message, once per step. */
final class Affinities {
  private final MessageState state;
  private final Limits limits;
  private final Map<Integer, OptionalLong> known = new HashMap<>(2);

  Affinities(MessageState state, Limits limits) {
    this.state = state;
    this.limits = limits;
  }

  /** The affinity of a step whose entry declares one; empty if the message has no such value. */
  OptionalLong of(Step step) {
    return known.computeIfAbsent(step.index(), index -> look(step));
  }

  private OptionalLong look(Step step) {
    try {
      return step.entry()
          .affinity()
          .orElseThrow()
          .value(state.envelope(), state.properties(), limits)
          .map(text -> OptionalLong.of(text.hashCode()))
          .orElse(OptionalLong.empty());
    } catch (MalformedMessageException e) {
      state.note("handler '" + step.handler() + "' is placed without affinity: " + e.getMessage());
      return OptionalLong.empty();
    }
  }
}
