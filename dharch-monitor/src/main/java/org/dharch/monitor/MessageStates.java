package org.dharch.monitor;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.view.MessageProgress.State;

/** The states of messages in a question. */
final class MessageStates {
  private static final List<State> ALL = List.of(State.values());

  private MessageStates() {}

  /**
   * Those that {@code text} names, with commas between; none if it is empty.
   *
   * @throws IllegalArgumentException if it names another; the message lists those that there are
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
