package org.dharch.monitor;

import java.util.Map;
import org.dharch.core.view.MessageProgress;

/** Which messages a query means. */
final class MessagesQuery {
  private MessagesQuery() {}

  /**
   * Those that are so.
   *
   * @throws IllegalArgumentException if something in it is wrong; the message says what is allowed
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
