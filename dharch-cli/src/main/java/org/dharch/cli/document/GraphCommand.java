package org.dharch.cli.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.orchestration.graph.Graph;
import org.dharch.core.orchestration.rule.Orchestrations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "graph",
    description = "Print an orchestration document as a diagram",
    footer = "Example: dharch graph orchestration.xml --format dot",
    versionProvider = Version.class)
public final class GraphCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "Orchestration document")
  private Path file;

  @Option(
      names = "--format",
      defaultValue = "mermaid",
      description = "Diagram format: mermaid, or dot for Graphviz (${DEFAULT-VALUE})")
  private String format;

  @Option(names = "--orchestration", description = "Name of one orchestration; default: all")
  private String name;

  @Override
  public Integer call() throws IOException {
    boolean dot =
        switch (format.toLowerCase(Locale.ROOT)) {
          case "mermaid" -> false;
          case "dot" -> true;
          default ->
              throw new UsageException("--format must be mermaid or dot (got " + format + ")");
        };
    Orchestrations read;
    try (DocumentFile document = DocumentFile.of(file)) {
      read = document.orchestrations();
    }
    Graph graph = name == null ? Graph.of(read) : Graph.of(read, name);
    spec.commandLine().getOut().print(dot ? graph.dot() : graph.mermaid());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
