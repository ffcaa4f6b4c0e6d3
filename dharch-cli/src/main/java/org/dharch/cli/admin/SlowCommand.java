package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "slow",
    description = "List the slowest recent messages and their longest delays",
    footer = "Example: dharch slow --service Orders --limit 5",
    versionProvider = Version.class)
public final class SlowCommand implements Callable<Integer> {
  @Option(names = "--service", description = "Only messages of this service")
  private String service;

  @Option(
      names = "--limit",
      defaultValue = "10",
      description = "Maximum number of messages, 1 to 1000 (${DEFAULT-VALUE})")
  private int limit;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("slowest", true);
    query.put("limit", limit);
    query.put("service", service);
    JsonNode answer = admin.ask("/api/timelines?" + AdminClient.query(query), out);
    if (answer == null) {
      return 0;
    }
    if (answer.path("messages").isEmpty()) {
      out.println("No messages");
      return 0;
    }
    TextTable table = new TextTable(2, TextTable.left(0), TextTable.left(0), TextTable.right(0));
    table.row(
        "message", "started", "duration ms", "state", "service", "orchestration", "held up by");
    for (JsonNode message : answer.path("messages")) {
      table.row(
          message.path("id").asText(),
          Times.shown(message.path("started").asText()),
          TextTable.number(message.path("duration").asDouble()),
          message.path("state").asText(),
          message.path("service").asText(),
          message.path("orchestration").asText(),
          CriticalPathText.longest(message.path("criticalPath")));
    }
    table.lines().forEach(out::println);
    return 0;
  }
}
