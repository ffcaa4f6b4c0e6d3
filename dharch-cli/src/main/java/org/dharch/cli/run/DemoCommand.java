package org.dharch.cli.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.TempFolder;
import org.dharch.cli.base.Version;
import org.dharch.samples.SampleHandlers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = "Run the six configurations of the paper and compare them",
    versionProvider = Version.class)
public final class DemoCommand implements Callable<Integer> {
  /** Chosen so that B takes about as long as A. */
  static final int ITERATIONS = 40_000;

  @Option(
      names = "--requests",
      defaultValue = "100",
      description = "Number of requests per configuration (${DEFAULT-VALUE})")
  private int requests;

  @Option(
      names = "--nodes",
      defaultValue = "5",
      description = "Number of handler nodes, each in its own JVM (${DEFAULT-VALUE})")
  private int nodes;

  @Option(names = "--json", description = "File to write the figures to")
  private Path json;

  @Option(names = "--times", description = "File to write handler times to, for dharch plan")
  private Path times;

  @Override
  public Integer call() throws Exception {
    Arguments.requireRange("--requests", requests, 1, 1_000_000);
    Arguments.requireRange("--nodes", nodes, 1, 64);
    if (json != null) {
      Arguments.requireParent("--json", json);
    }
    if (times != null) {
      Arguments.requireParent("--times", times);
    }
    PrintStream out = System.out;
    MachineFacts machine = MachineFacts.here();
    try (Lifetime lifetime = new Lifetime()) {
      out.println("Starting a broker, an Axis2 server with 12 services, and " + nodes + " nodes …");
      SampleSite site = site(lifetime);
      DemoRun run = new DemoRun(site, out);
      DemoTable real = run.real(requests);
      List<String> waterfalls = run.waterfalls();
      if (times != null) {
        Arguments.write("--times", times, run.times().text());
      }
      DemoTable simulated = run.simulated(real.runs(), requests);
      ReportText.of(machine, real).forEach(out::println);
      waterfalls.forEach(out::println);
      ReportText.simulated(simulated).forEach(out::println);
      ReportText.verdict(machine, real, simulated).forEach(out::println);
      int verdict =
          verdict(
              Stream.concat(real.measured().stream(), simulated.measured().stream()).toList(), out);
      if (json != null) {
        Arguments.write("--json", json, ReportJson.of(machine, real, simulated));
      }
      return verdict;
    }
  }

  private SampleSite site(Lifetime lifetime) throws IOException, InterruptedException {
    TempFolder folder = lifetime.add(TempFolder.create());
    List<SampleHandlers.Spec> handlers = SampleHandlers.standard(folder.path(), ITERATIONS);
    List<SampleHandlers.Spec> waits = SampleHandlers.simulated();
    Path document =
        folder.write(
            "orchestration.xml",
            SiteDocuments.orchestrations(
                Stream.concat(
                        PaperConfiguration.ALL.stream(), PaperConfiguration.SIMULATED.stream())
                    .toList()));
    SampleSite site =
        lifetime.add(
            SampleSite.start(
                BrokerOptions.uri("--broker", "embedded:tcp://127.0.0.1:0"),
                Map.of(),
                document,
                Optional.empty(),
                Optional.empty()));
    deploy(site, PaperConfiguration.ALL, handlers);
    deploy(site, PaperConfiguration.SIMULATED, waits);
    site.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Map<String, List<SampleHandlers.Spec>> dealt = SampleNodes.deal(handlers, nodes);
    SampleNodes.deal(waits, nodes).forEach((node, hosted) -> dealt.get(node).addAll(hosted));
    SampleNodes.start(dealt, site, Map.of(), folder, lifetime);
    return site;
  }

  private static void deploy(
      SampleSite site, List<PaperConfiguration> configurations, List<SampleHandlers.Spec> chain)
      throws IOException {
    for (PaperConfiguration configuration : configurations) {
      if (configuration.distributed()) {
        site.deploy(configuration.service());
      } else {
        site.deployChain(configuration.service(), chain);
      }
    }
  }

  private static int verdict(List<RoundTrips> measured, PrintStream out) {
    List<String> problems =
        measured.stream()
            .flatMap(m -> m.problems().stream().map(p -> m.configuration().name() + ": " + p))
            .toList();
    int all = measured.stream().mapToInt(RoundTrips::requests).sum();
    out.println();
    if (problems.isEmpty()) {
      out.println("All " + all + " responses were correct.");
      return 0;
    }
    out.println(problems.size() + " of " + all + " responses were wrong or missing; the first:");
    problems.stream().limit(10).forEach(problem -> out.println("  " + problem));
    return 1;
  }
}
