package org.dharch.cli.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.cli.base.UsageException;
import org.dharch.core.message.Fault;
import org.dharch.monitor.FailedFilter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select failed messages: by ids, or by criteria. */
final class FailedSelection {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "The messages' ids, or the beginnings or ends of them.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All failed ones.")
  private boolean all;

  @Option(names = "--handler", description = "All that failed in this handler.")
  private String handler;

  @Option(
      names = "--fault",
      paramLabel = "CODE",
      description = "All that failed by such a fault: ${COMPLETION-CANDIDATES}.")
  private Fault.Code fault;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "All that failed since: 2026-11-20T14:40:30Z, or so long ago as 30s, 5m, 2h, 1d.")
  private String since;

  /** The ids; empty for all that match. */
  List<String> ids() {
    return ids;
  }

  /**
   * Rejects an incomplete or contradictory selection.
   *
   * @throws UsageException if it is one
   */
  void check() {
    boolean filter = handler != null || fault != null || since != null;
    if ((ids.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (filter ? 1 : 0) != 1) {
      throw new UsageException(
          "ID, --all, or --handler, --fault and --since are needed, and only one of these");
    }
    if (ids.isEmpty()) {
      filter();
    }
  }

  /** The query for the admin port. */
  Map<String, String> query() {
    Map<String, String> query = new LinkedHashMap<>();
    if (all) {
      query.put("all", "true");
    }
    add(query, "handler", handler);
    add(query, "fault", fault);
    add(query, "since", since);
    return query;
  }

  private static void add(Map<String, String> query, String name, Object value) {
    if (value != null) {
      query.put(name, value.toString());
    }
  }

  FailedFilter filter() {
    try {
      return FailedFilter.ofAction(query());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
