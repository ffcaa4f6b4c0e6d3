package org.dharch.cli.admin;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.dharch.core.document.Durations;
import org.dharch.core.view.MessageProgress;
import picocli.CommandLine.Option;

/** Options that select messages, running and ended. */
final class MessageSelection {
  @Option(names = "--service", description = "Only messages of this service")
  private String service;

  @Option(names = "--node", description = "Only messages with a handler on this node now")
  private String node;

  @Option(
      names = "--older-than",
      description = "Only messages started so long ago, such as 250ms, 2s or 5m")
  private String olderThan;

  @Option(names = "--under-way", description = "Only messages that have not ended")
  private boolean running;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "Maximum number per manager, 1 to 1000 (${DEFAULT-VALUE})")
  private int limit;

  /**
   * The filter for queries through the broker.
   *
   * @throws UsageException if an option is invalid
   */
  MessageProgress.Filter filter() {
    Arguments.requireRange("--limit", limit, 1, MessageProgress.Filter.MOST);
    return new MessageProgress.Filter(
        Optional.ofNullable(service),
        Optional.ofNullable(node),
        olderThan == null ? Duration.ZERO : Durations.parse("--older-than", olderThan),
        !running,
        limit,
        Set.of(),
        Optional.empty());
  }

  /** The query for an admin port, which validates it. */
  Map<String, Object> query() {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("limit", limit);
    query.put("ended", !running);
    query.put("service", service);
    query.put("node", node);
    query.put("olderThan", olderThan);
    return query;
  }
}
