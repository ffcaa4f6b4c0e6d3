package org.dharch.cli.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
    description = "Compare Axis2's chain with DHArch here, in a minute",
    footer = "Example: dharch demo --nodes 3",
    versionProvider = Version.class)
public final class DemoCommand implements Callable<Integer> {
  /** Chosen so that B takes about as long as A. */
  static final int ITERATIONS = 40_000;

  /** With fewer requests than this, the load is brief, too. */
  private static final int BRIEF = 20;

  @Option(
      names = "--requests",
      defaultValue = "100",
      description = "Most requests per configuration (${DEFAULT-VALUE})")
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
      out.println(
          "Starting two Axis2 servers, a broker and "
              + nodes
              + (nodes == 1 ? " node …" : " nodes …"));
      TempFolder folder = lifetime.add(TempFolder.create());
      DemoRun run = new DemoRun(threads(folder, lifetime), nodes(folder, lifetime));
      ReportText.machine(machine).forEach(out::println);
      DemoTable real = run.real(requests);
      ReportText.real(real, nodes).forEach(out::println);
      out.println();
      run.waterfall().forEach(out::println);
      DemoAdvice advice =
          DemoAdvice.of(
              real,
              machine.cores(),
              run.predicted(DemoPlacement.THREADS_SEQUENTIAL, DemoPlacement.THREADS_PARALLEL),
              run.predicted(DemoPlacement.NODES_SEQUENTIAL, DemoPlacement.NODES_PARALLEL));
      if (times != null) {
        Arguments.write("--times", times, run.times(DemoPlacement.NODES_SEQUENTIAL).text());
      }
      DemoTable simulated = run.simulated(real.runs(), requests);
      ReportText.simulated(simulated).forEach(out::println);
      List<DemoLoad> load = run.load(requests < BRIEF);
      ReportText.load(load).forEach(out::println);
      advice.lines().forEach(out::println);
      if (json != null) {
        Arguments.write("--json", json, ReportJson.of(machine, real, simulated, load, advice));
      }
      return verdict(real, simulated, load, out);
    }
  }

  /** The handlers on threads of this JVM, without a broker. */
  private static SampleSite threads(TempFolder folder, Lifetime lifetime) throws IOException {
    Path node =
        folder.write(
            "threads.xml",
            SiteDocuments.node("threads", SampleHandlers.standard(folder.path(), ITERATIONS)));
    List<DemoPlacement> placements = placements(DemoPlacement.Place.THREADS);
    Path document = folder.write("threads-flow.xml", SiteDocuments.orchestrations(placements));
    SampleSite site =
        lifetime.add(
            SampleSite.start(
                URI.create("memory:demo"),
                Map.of("node", node.toString(), "callerRuns", "true"),
                document,
                Optional.empty(),
                Optional.empty()));
    deploy(site, placements, List.of());
    site.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return site;
  }

  private static List<DemoPlacement> placements(DemoPlacement.Place place) {
    return DemoPlacement.ALL.stream().filter(each -> each.place() == place).toList();
  }

  /** Axis2's chain, and the handlers and their simulations on nodes. */
  private SampleSite nodes(TempFolder folder, Lifetime lifetime)
      throws IOException, InterruptedException {
    List<SampleHandlers.Spec> handlers = SampleHandlers.standard(folder.path(), ITERATIONS);
    List<SampleHandlers.Spec> waits = SampleHandlers.simulated();
    List<HandlerArrangement> arrangements = new ArrayList<>(placements(DemoPlacement.Place.NODES));
    arrangements.addAll(PaperConfiguration.SIMULATED);
    Path document = folder.write("orchestration.xml", SiteDocuments.orchestrations(arrangements));
    SampleSite site =
        lifetime.add(
            SampleSite.start(
                BrokerOptions.uri("--broker", "embedded:tcp://127.0.0.1:0"),
                Map.of(),
                document,
                Optional.empty(),
                Optional.empty()));
    deploy(site, placements(DemoPlacement.Place.CHAIN), handlers);
    deploy(site, arrangements, waits);
    site.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Map<String, List<SampleHandlers.Spec>> dealt = SampleNodes.deal(handlers, nodes);
    SampleNodes.deal(waits, nodes).forEach((node, hosted) -> dealt.get(node).addAll(hosted));
    SampleNodes.start(dealt, site, Map.of(), folder, lifetime);
    return site;
  }

  private static void deploy(
      SampleSite site,
      List<? extends HandlerArrangement> configurations,
      List<SampleHandlers.Spec> chain)
      throws IOException {
    for (HandlerArrangement configuration : configurations) {
      if (configuration.distributed()) {
        site.deploy(configuration.service());
      } else {
        site.deployChain(configuration.service(), chain);
      }
    }
  }

  private static int verdict(
      DemoTable real, DemoTable simulated, List<DemoLoad> load, PrintStream out) {
    List<String> problems = new ArrayList<>();
    int all = 0;
    for (DemoTable table : List.of(real, simulated)) {
      for (RoundTrips each : table.measured()) {
        all += each.requests();
        each.problems().forEach(it -> problems.add(each.arrangement().name() + ": " + it));
      }
    }
    for (DemoLoad each : load) {
      all += each.requests();
      each.problems().forEach(it -> problems.add(each.placement().name() + ": " + it));
    }
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
