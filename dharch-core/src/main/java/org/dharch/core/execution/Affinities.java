package org.dharch.core.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/**
 * By what the steps of one message that have an affinity are placed: looked up once for each. Pure,
 * as {@link Dispatch}, whose part it is.
 */
final class Affinities {
  private final MessageState state;
  private final Limits limits;
  private final Map<Integer, OptionalLong> known = new HashMap<>(2);

  Affinities(MessageState state, Limits limits) {
    this.state = state;
    this.limits = limits;
  }

  /** That of a step whose entry has an affinity; empty if its message has nothing of the kind. */
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
