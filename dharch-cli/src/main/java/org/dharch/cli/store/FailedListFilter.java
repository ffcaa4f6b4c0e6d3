package org.dharch.cli.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.cli.base.UsageException;
import org.dharch.core.message.Fault;
import org.dharch.monitor.FailedFilter;
import picocli.CommandLine.Option;

/** Options that select the failed messages of a list. */
final class FailedListFilter {
  @Option(names = "--handler", description = "Only messages that failed in this handler")
  private String handler;

  @Option(
      names = "--fault",
      paramLabel = "CODE",
      description = "Only this fault code, such as HANDLER_FAILED")
  private Fault.Code fault;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only failures since this time, or in the latest 5m")
  private String since;

  @Option(names = "--text", description = "Only with this text in fault, service, operation or id")
  private String text;

  @Option(names = "--refusals", description = "List the messages rejected before any handler")
  private boolean refusals;

  @Option(
      names = "--limit",
      defaultValue = "20",
      description = "Maximum number, 1 to 1000 (${DEFAULT-VALUE})")
  private int limit;

  /** The query for the admin port. */
  Map<String, Object> query() {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("handler", handler);
    query.put("fault", fault);
    query.put("since", since);
    query.put("text", text);
    query.put("refusals", refusals ? "only" : "none");
    query.put("limit", limit);
    return query;
  }

  /** The filter for a folder. */
  FailedFilter filter() {
    Map<String, String> query = new LinkedHashMap<>();
    query()
        .forEach(
            (name, value) -> {
              if (value != null) {
                query.put(name, value.toString());
              }
            });
    try {
      return FailedFilter.of(query, limit);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** A line about the messages that are not listed; empty if all are. */
  String rest(int matched, int listed, int otherRefusals) {
    String rest = "";
    if (matched > listed) {
      rest = matched - listed + " older ones are not listed; increase --limit";
    }
    if (!refusals && otherRefusals > 0) {
      rest +=
          (rest.isEmpty() ? "" : "\n")
              + otherRefusals
              + (otherRefusals == 1 ? " message was" : " messages were")
              + " rejected before any handler; --refusals lists them";
    }
    return rest;
  }
}
