package org.dharch.cli.store;

import java.util.List;
import java.util.Map;
import org.dharch.cli.base.UsageException;
import org.dharch.monitor.FailedFilter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select failed messages: by ids, or by criteria. */
final class FailedSelection {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "Ids of the messages, or beginnings or ends of ids")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All failed messages")
  private boolean all;

  @Mixin private FailedCriteria criteria;

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
    boolean filter = !criteria.query().isEmpty();
    if ((ids.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (filter ? 1 : 0) != 1) {
      throw new UsageException(
          "exactly one of ID, --all, or a filter (--handler, --fault, --since) must be set");
    }
    if (ids.isEmpty()) {
      filter();
    }
  }

  /** The query for the admin port. */
  Map<String, String> query() {
    Map<String, String> query = criteria.query();
    if (all) {
      query.put("all", "true");
    }
    return query;
  }

  FailedFilter filter() {
    try {
      return FailedFilter.ofAction(query());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
