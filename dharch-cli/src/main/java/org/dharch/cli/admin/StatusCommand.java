package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    description = "Show the status of a running manager",
    footer = "Example: dharch status --json",
    versionProvider = Version.class)
public final class StatusCommand implements Callable<Integer> {
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode status = admin.response("/api/status", out);
    boolean ready = status.path("ready").asBoolean();
    if (admin.asJson()) {
      return ready ? 0 : 1;
    }
    out.println("manager is " + (ready ? "ready" : "not ready"));
    TextTable table = new TextTable(2, TextTable.left(0), TextTable.right(0));
    table.row("messages under way", status.path("inFlight").asText());
    table.row("concurrency limit", status.path("concurrencyLimit").asText());
    table.row("nodes", status.path("nodes").asText());
    status
        .path("counters")
        .properties()
        .forEach(
            counter -> {
              if (counter.getValue().asLong() != 0) {
                table.row(counter.getKey(), counter.getValue().asText());
              }
            });
    table.lines().forEach(out::println);
    for (JsonNode handler : status.path("unserved")) {
      out.println("no node serves handler " + TextTable.plain(handler.asText()));
    }
    return ready ? 0 : 1;
  }
}
