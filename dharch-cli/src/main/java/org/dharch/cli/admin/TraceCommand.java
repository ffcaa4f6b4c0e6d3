package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.dharch.cli.base.JsonTimeline;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
import org.dharch.cli.base.Version;
import org.dharch.cli.base.Waterfall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "trace",
    description = "Show the state and timeline of one message",
    footer = "Example: dharch trace 5f2a90c1",
    versionProvider = Version.class)
public final class TraceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "Id of the message, or the beginning of its id")
  private String id;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode message = admin.ask("/api/messages/" + MessageIds.checked(id), out);
    if (message == null) {
      return 0;
    }
    out.println(
        message.path("state").asText()
            + (message.has("stage") ? ", stage " + message.path("stage").asInt() : "")
            + ", service "
            + message.path("service").asText());
    out.println(
        Times.span(
            message.path("started").asText(),
            message.path("ended").asText(),
            message.path("duration").asDouble()));
    if (message.has("fault")) {
      JsonNode fault = message.path("fault");
      out.println(
          TextTable.plain(fault.path("code").asText() + ": " + fault.path("reason").asText()));
    }
    for (JsonNode step : message.path("steps")) {
      if (!step.path("state").asText().equals("PERFORMED")) {
        out.println(
            "now: "
                + step.path("handler").asText()
                + " is "
                + step.path("state").asText()
                + " on "
                + step.path("node").asText()
                + " for "
                + TextTable.number(step.path("since").asDouble())
                + " ms");
      }
    }
    Waterfall.of(JsonTimeline.of(message)).forEach(out::println);
    if (!message.path("criticalPath").path("stages").isEmpty()) {
      CriticalPathText.lines(message.path("criticalPath")).forEach(out::println);
    }
    return 0;
  }
}
