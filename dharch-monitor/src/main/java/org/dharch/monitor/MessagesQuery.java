package org.dharch.monitor;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageProgress.State;

final class MessagesQuery {
  private static final List<State> ALL = List.of(State.values());

  private MessagesQuery() {}

  /**
   * Parses a query.
   *
   * @throws IllegalArgumentException if a parameter is invalid
   */
  static MessageProgress.Filter filter(Map<String, String> query) {
    Query asked =
        new Query(query, "service", "node", "olderThan", "ended", "limit", "state", "fault");
    return new MessageProgress.Filter(
        asked.text("service"),
        asked.text("node"),
        asked.duration("olderThan"),
        asked.flag("ended", true),
        asked.limit(),
        states(asked.text("state").orElse("")),
        asked.text("fault"));
  }

  /**
   * Parses states separated by commas; none if empty.
   *
   * @throws IllegalArgumentException if a state is unknown
   */
  private static Set<State> states(String text) {
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
