package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
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
    name = "messages",
    description = "List the messages of a running manager",
    footer = "Example: dharch messages --state FAILED --service Orders",
    versionProvider = Version.class)
public final class MessagesCommand implements Callable<Integer> {
  @Mixin private MessageSelection which;

  @Option(
      names = "--state",
      description = "Only messages in these states, such as FAILED,COMPENSATING")
  private String state;

  @Option(names = "--fault", description = "Only messages with this text in a fault, in any case")
  private String fault;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Object> query = which.query();
    query.put("state", state);
    query.put("fault", fault);
    JsonNode answer = admin.ask("/api/messages?" + AdminClient.query(query), out);
    if (answer == null) {
      return 0;
    }
    if (answer.path("messages").isEmpty()) {
      out.println("No messages");
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row(
        "message",
        "state",
        "started",
        "ended",
        "duration ms",
        "service",
        "operation",
        "flow",
        "orchestration",
        "");
    for (JsonNode message : answer.path("messages")) {
      table.row(
          message.path("id").asText(),
          message.path("state").asText(),
          Times.shown(message.path("started").asText()),
          Times.shown(message.path("ended").asText()),
          TextTable.number(message.path("duration").asDouble()),
          message.path("service").asText(),
          message.path("operation").asText(),
          message.path("flow").asText(),
          message.path("orchestration").asText(),
          message.path("fault").path("reason").asText());
    }
    table.lines().forEach(out::println);
    return 0;
  }
}
