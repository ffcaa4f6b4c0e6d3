package org.dharch.monitor;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.view.MessageProgress.State;

/** The message states of a query. */
final class MessageStates {
  private static final List<State> ALL = List.of(State.values());

  private MessageStates() {}

  /**
   * Parses states separated by commas; none if empty.
   *
   * @throws IllegalArgumentException if a state is unknown
   */
  static Set<State> parse(String text) {
    Set<State> states = EnumSet.noneOf(State.class);
    for (String name : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      states.add(
          ALL.stream()
              .filter(state -> state.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "state must be some of "
                              + ALL
                              + ", with commas between (got "
                              + text
                              + ")")));
    }
    return states;
  }
}
