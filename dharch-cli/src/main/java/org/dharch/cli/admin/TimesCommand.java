package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Times;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "times",
    description = "Print handler times of a running manager, for plan --times",
    footer = "Example: dharch times --write times.properties",
    versionProvider = Version.class)
public final class TimesCommand implements Callable<Integer> {
  @Option(names = "--write", description = "File to write instead of standard output")
  private Path write;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (write != null) {
      Arguments.requireParent("--write", write);
    }
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = admin.ask("/api/times", out);
    if (answer == null) {
      return 0;
    }
    Map<String, HandlerTimes> handlers = new LinkedHashMap<>();
    answer
        .path("handlers")
        .properties()
        .forEach(
            of ->
                handlers.put(
                    of.getKey(),
                    HandlerTimes.of(
                        of.getValue().path("tcomp").asDouble(),
                        of.getValue().path("tdata").asDouble(),
                        of.getValue().path("c").asDouble())));
    if (handlers.isEmpty()) {
      throw new UsageException("no handler performed in the latest messages");
    }
    String text = new Times(0, handlers).text();
    if (write == null) {
      out.print(text);
      out.flush();
    } else {
      Arguments.write("--write", write, text);
      out.println("Written: " + write);
    }
    return 0;
  }
}
