package org.dharch.cli.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.JsonOption;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.flow.JobSizesFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "classes",
    description = "List message classes with their times and estimates",
    footer = "Example: dharch classes --store /var/lib/dharch/store",
    versionProvider = Version.class)
public final class ClassesCommand implements Callable<Integer> {
  @Mixin private JsonOption json;
  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.isDirectory(option.folder())) {
      throw new UsageException("'" + option.folder() + "' must be the folder of a manager's store");
    }
    Path file = option.folder().resolve(JobSizesFile.NAME);
    List<JobSizes.Figures> all = JobSizesFile.read(file);
    if (json.asJson()) {
      ObjectNode document = JsonOption.object();
      ArrayNode classes = document.putArray("classes");
      all.forEach(each -> put(classes.addObject(), each));
      JsonOption.print(document, out);
      return 0;
    }
    if (all.isEmpty()) {
      out.println("No classes in " + option.folder());
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row("messages", "estimate ms", "spread ms", "correlation", "class");
    all.subList(1, all.size()).forEach(each -> add(each, table));
    add(all.get(0), table);
    table.lines().forEach(out::println);
    return 0;
  }

  private static void put(ObjectNode in, JobSizes.Figures figures) {
    in.put("class", figures.name()).put("messages", figures.messages());
    in.put("estimate", figures.meanNanos() / 1e6).put("spread", figures.spreadNanos() / 1e6);
    if (!Double.isNaN(figures.correlation())) {
      in.put("correlation", figures.correlation());
    }
  }

  private static void add(JobSizes.Figures figures, TextTable table) {
    double correlation = figures.correlation();
    table.row(
        Long.toString(figures.messages()),
        TextTable.number(figures.meanNanos() / 1e6),
        TextTable.number(figures.spreadNanos() / 1e6),
        Double.isNaN(correlation) ? "-" : TextTable.number(correlation),
        figures.name());
  }
}
