package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.flow.JobSizesFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The classes of messages, and what has been learned of them. */
@Command(
    name = "classes",
    description = {
      "The classes of messages: how long they take, and how well that was estimated.",
      "A server with a store writes these figures there, a few seconds old at most."
    },
    versionProvider = Version.class)
final class ClassesCommand implements Callable<Integer> {
  private static final List<String> HEAD =
      List.of("messages", "estimate ms", "spread ms", "correlation", "class");

  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path file = option.folder().resolve(JobSizesFile.NAME);
    List<JobSizes.Figures> all = JobSizesFile.read(file);
    if (all.isEmpty()) {
      out.println("No classes in " + option.folder() + "; nothing has been learned there");
      return 0;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    all.subList(1, all.size()).forEach(each -> rows.add(row(each)));
    rows.add(row(all.get(0)));
    Columns.print(rows, out);
    return 0;
  }

  private static List<String> row(JobSizes.Figures figures) {
    return List.of(
        Long.toString(figures.messages()),
        millis(figures.meanNanos()),
        millis(figures.spreadNanos()),
        Double.isNaN(figures.correlation())
            ? "-"
            : String.format(Locale.ROOT, "%.2f", figures.correlation()),
        figures.name());
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
