package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "nodes",
    description = "List the nodes of a running manager",
    footer = "Example: dharch nodes",
    versionProvider = Version.class)
public final class NodesCommand implements Callable<Integer> {
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = admin.ask("/api/nodes", out);
    if (answer == null) {
      return 0;
    }
    if (answer.path("nodes").isEmpty()) {
      out.println("No nodes");
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row("node", "state", "link", "workers", "active", "waiting", "handlers");
    for (JsonNode node : answer.path("nodes")) {
      List<String> handlers = new ArrayList<>();
      node.path("handlers")
          .forEach(handler -> handlers.add(handler.asText() + versions(node, handler.asText())));
      table.row(
          node.path("node").asText(),
          node.path("state").asText(),
          node.path("linked").asBoolean() ? "yes" : "no",
          node.path("workers").asText(),
          node.path("active").asText(),
          node.path("waiting").asText(),
          String.join(",", handlers));
    }
    table.lines().forEach(out::println);
    return 0;
  }

  /** The versions, such as {@code [1:90% 2:10%]} or {@code [2]}; empty if there are none. */
  private static String versions(JsonNode node, String handler) {
    List<String> versions = new ArrayList<>();
    for (JsonNode each : node.path("versions")) {
      if (each.path("handler").asText().equals(handler)) {
        int weight = each.path("weight").asInt();
        versions.add(each.path("version").asText() + (weight == 100 ? "" : ":" + weight + "%"));
      }
    }
    return versions.isEmpty() ? "" : "[" + String.join(" ", versions) + "]";
  }
}
