package org.dharch.cli.document;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.planner.Plan;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Times;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "plan",
    description = "Propose the best stages for the handlers of orchestrations",
    footer = "Example: dharch plan orchestration.xml --times times.properties",
    versionProvider = Version.class)
public final class PlanCommand implements Callable<Integer> {
  private static final int MAX_MESSAGES = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "Orchestration document")
  private Path file;

  @Option(names = "--orchestration", description = "Name of one orchestration; default: all")
  private String name;

  @Option(
      names = "--times",
      description = "Properties file with the times of handlers in milliseconds")
  private Path times;

  @Option(
      names = "--messages",
      defaultValue = "100",
      description = "Number of messages for equations 6 and 7 (${DEFAULT-VALUE})")
  private int messages;

  @Option(names = "--write", description = "File to write the document with the proposed stages to")
  private Path write;

  @Override
  public Integer call() throws IOException {
    Arguments.requireRange("--messages", messages, 1, MAX_MESSAGES);
    if (write != null) {
      Arguments.requireParent("--write", write);
    }
    AtomicReference<Optional<Path>> policy = new AtomicReference<>(Optional.empty());
    Orchestrations read;
    try (DocumentFile document = DocumentFile.of(file)) {
      read = document.orchestrations(it -> policy.set(Optional.of(it)));
    }
    Times known = times == null ? Planner.equalTimes(read) : times();
    Map<String, Orchestration> planned = new LinkedHashMap<>(read.byName());
    PrintWriter out = spec.commandLine().getOut();
    if (times == null) {
      out.println("No --times: assuming 1 ms for each handler and no transport costs.");
    }
    for (Orchestration one : name == null ? read.byName().values() : List.of(read.named(name))) {
      Plan plan = Planner.plan(one, read.policy(), known);
      planned.put(one.name(), plan.proposed());
      PlanText.of(plan, messages).forEach(out::println);
    }
    if (write != null) {
      Orchestrations proposed = new Orchestrations(planned, read.rules(), read.policy());
      Arguments.write(
          "--write",
          write,
          policy
              .get()
              .map(file -> OrchestrationWriter.document(proposed, fromOutput(file)))
              .orElseGet(() -> OrchestrationWriter.document(proposed)));
      out.println("Written: " + write);
    }
    return 0;
  }

  private String fromOutput(Path policy) {
    Path folder = write.toAbsolutePath().normalize().getParent();
    return folder.relativize(policy.toAbsolutePath().normalize()).toString().replace('\\', '/');
  }

  private Times times() throws IOException {
    Arguments.requireReadable(times);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(times, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IllegalArgumentException e) {
      throw new UsageException(times + " must be a properties file: " + e.getMessage(), e);
    }
    Map<String, String> values = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return Times.parse(times.toString(), values);
  }
}
