package org.dharch.monitor;

import java.util.Map;
import org.dharch.core.view.MessageProgress;

final class MessagesQuery {
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
        MessageStates.parse(asked.text("state").orElse("")),
        asked.text("fault"));
  }
}
