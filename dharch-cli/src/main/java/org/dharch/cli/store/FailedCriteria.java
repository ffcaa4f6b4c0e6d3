package org.dharch.cli.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.core.message.Fault;
import picocli.CommandLine.Option;

/** Options with the criteria of failed messages. */
final class FailedCriteria {
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

  /** The criteria that are set, by their names at the admin port. */
  Map<String, String> query() {
    Map<String, String> query = new LinkedHashMap<>();
    if (handler != null) {
      query.put("handler", handler);
    }
    if (fault != null) {
      query.put("fault", fault.toString());
    }
    if (since != null) {
      query.put("since", since);
    }
    return query;
  }
}
