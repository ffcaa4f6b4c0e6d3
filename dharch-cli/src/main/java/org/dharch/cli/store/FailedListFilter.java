package org.dharch.cli.store;

import java.util.Map;
import org.dharch.cli.base.UsageException;
import org.dharch.monitor.FailedFilter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select the failed messages of a list. */
final class FailedListFilter {
  @Mixin private FailedCriteria criteria;

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
  Map<String, String> query() {
    Map<String, String> query = criteria.query();
    if (text != null) {
      query.put("text", text);
    }
    query.put("refusals", refusals ? "only" : "none");
    query.put("limit", Integer.toString(limit));
    return query;
  }

  /** The filter for a folder. */
  FailedFilter filter() {
    try {
      return FailedFilter.of(query(), limit);
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
