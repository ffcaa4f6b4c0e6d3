package org.dharch.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The messages of a running manager, under way and ended. */
@Command(
    name = "messages",
    description = "The messages of a running manager, under way and ended.",
    versionProvider = Version.class)
final class MessagesCommand implements Callable<Integer> {
  @Option(names = "--service", description = "Only those of this service.")
  private String service;

  @Option(names = "--node", description = "Only those of which a handler is on this node now.")
  private String node;

  @Option(
      names = "--older-than",
      description = "Only those that began so long ago, as 250ms, 2s or 5m.")
  private String olderThan;

  @Option(names = "--under-way", description = "Only those that have not ended.")
  private boolean underWay;

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "The most that are shown, 1 to 1000 (${DEFAULT-VALUE}).")
  private int limit;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = admin.ask("/api/messages?" + query(), out);
    if (answer == null) {
      return 0;
    }
    if (answer.path("messages").isEmpty()) {
      out.println("No messages");
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row("message", "state", "age ms", "service", "operation", "flow", "orchestration", "");
    for (JsonNode message : answer.path("messages")) {
      table.row(
          message.path("id").asText(),
          message.path("state").asText(),
          TextTable.number(message.path("age").asDouble()),
          message.path("service").asText(),
          message.path("operation").asText(),
          message.path("flow").asText(),
          message.path("orchestration").asText(),
          message.path("fault").path("reason").asText());
    }
    table.lines().forEach(out::println);
    return 0;
  }

  private String query() {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("limit", limit);
    query.put("ended", !underWay);
    query.put("service", service);
    query.put("node", node);
    query.put("olderThan", olderThan);
    return AdminClient.query(query);
  }
}
