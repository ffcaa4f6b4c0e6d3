package org.dharch.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.samples.SampleHandlers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The paper's benchmark of section 4.1, small. */
@Command(
    name = "demo",
    description = {
      "Sends real SOAP requests through the six configurations of the paper and compares them.",
      "Exit code 0 only if every answer was right."
    },
    versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--requests",
      defaultValue = "100",
      description = "How many requests for each configuration (${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--nodes",
      defaultValue = "5",
      description = "How many handler nodes, each in a JVM of its own (${DEFAULT-VALUE}).")
  private int nodes;

  @Option(names = "--json", description = "Write the figures to this file.")
  private Path json;

  @Option(
      names = "--times",
      description = "Write what the handlers took to this file, for dharch plan.")
  private Path times;

  @Override
  public Integer call() throws Exception {
    bounded("--requests", requests, 1_000_000);
    bounded("--nodes", nodes, 64);
    writable("--json", json);
    writable("--times", times);
    PrintStream out = System.out;
    Machine machine = Machine.here();
    try (Lifetime lifetime = new Lifetime()) {
      out.println(
          "Starting a broker, an Axis2 server with six services, and " + nodes + " nodes …");
      SampleSite site = site(lifetime);
      DemoRun run = new DemoRun(site, out);
      List<Measurement> measurements = run.measure(requests);
      ReportText.of(machine, measurements).forEach(out::println);
      run.waterfalls().forEach(out::println);
      if (json != null) {
        Files.writeString(json, ReportJson.of(machine, measurements));
      }
      if (times != null) {
        Files.writeString(times, run.times().text());
      }
      return verdict(measurements, out);
    }
  }

  private static void writable(String option, Path file) {
    if (file != null && !Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new UsageException(option + " is '" + file + "'; its folder does not exist");
    }
  }

  private SampleSite site(Lifetime lifetime) throws IOException, InterruptedException {
    TempFolder folder = lifetime.add(TempFolder.create());
    List<SampleHandlers.Spec> handlers = SampleHandlers.standard(folder.path());
    List<Configuration> distributed =
        Configuration.PAPER.stream().filter(Configuration::distributed).toList();
    Path document = folder.write("orchestration.xml", Documents.orchestrations(distributed));
    SampleSite site =
        lifetime.add(
            SampleSite.start(
                BrokerOptions.uri("--broker", "embedded:tcp://127.0.0.1:0"),
                Map.of(),
                document,
                Optional.empty(),
                Optional.empty()));
    for (Configuration configuration : Configuration.PAPER) {
      if (configuration.distributed()) {
        site.deploy(configuration.service());
      } else {
        site.deployChain(configuration.service(), handlers);
      }
    }
    site.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    startNodes(lifetime, folder, site, handlers);
    return site;
  }

  private void startNodes(
      Lifetime lifetime, TempFolder folder, SampleSite site, List<SampleHandlers.Spec> handlers)
      throws IOException, InterruptedException {
    List<NodeProcess> started = new ArrayList<>();
    for (Map.Entry<String, List<SampleHandlers.Spec>> node :
        Documents.deal(handlers, nodes).entrySet()) {
      Path document =
          folder.write(node.getKey() + ".xml", Documents.node(node.getKey(), node.getValue()));
      started.add(
          lifetime.add(
              NodeProcess.start(node.getKey(), document, site.nodeBroker().toString(), Map.of())));
    }
    for (NodeProcess node : started) {
      node.awaitReady();
    }
    site.awaitHandlers(handlers.stream().map(SampleHandlers.Spec::name).toList());
  }

  private static int verdict(List<Measurement> measurements, PrintStream out) {
    List<String> problems =
        measurements.stream()
            .flatMap(m -> m.problems().stream().map(p -> m.configuration().name() + ": " + p))
            .toList();
    int all = measurements.stream().mapToInt(Measurement::requests).sum();
    out.println();
    if (problems.isEmpty()) {
      out.println("All " + all + " answers were right.");
      return 0;
    }
    out.println(problems.size() + " of " + all + " answers were wrong or missing; the first:");
    problems.stream().limit(10).forEach(problem -> out.println("  " + problem));
    return 1;
  }

  private static void bounded(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new UsageException(option + " is " + value + "; 1 to " + max + " is allowed");
    }
  }
}
