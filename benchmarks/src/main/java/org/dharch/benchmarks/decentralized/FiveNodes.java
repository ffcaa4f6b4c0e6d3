package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.orchestration.document.OrchestrationDocument;

/**
 * Five sequential stages on five nodes whose handlers do nothing. Measures the latency of a
 * message: through the manager after each stage, or forwarded from node to node, over direct links.
 * There is no direct link over a slow line. Once, by one thread.
 */
final class FiveNodes {
  private static final String CENTRAL = "DHArch central";
  private static final String DIRECT = "DHArch direct";

  /** The names of both variants in results. */
  static final List<String> VARIANTS = List.of(CENTRAL, DIRECT);

  private static final int NODES = 5;
  private static final int KILOBYTES = 10;
  private static final int MANY = 64;
  static final List<Integer> IN_FLIGHT = List.of(1, MANY);
  private static final long STARTS_SECONDS = 8;

  /** Six JVMs compile. */
  private static final long WARM_UP_SECONDS = 15;

  private final RouteDeployment site;
  private final Nodes nodes;
  private final SuiteReport report;
  private final boolean isApart;
  private final boolean hasSlowLine;

  private record Contender(Subject subject, List<ChildJvm> far) implements MeteredLoop.Contender {}

  /**
   * Uses the broker of {@code site}.
   *
   * @param isApart whether the nodes count as separate machines
   * @param hasSlowLine whether a slow line separates the manager from the nodes
   */
  FiveNodes(
      RouteDeployment site, Nodes nodes, SuiteReport report, boolean isApart, boolean hasSlowLine) {
    this.site = site;
    this.nodes = nodes;
    this.report = report;
    this.isApart = isApart;
    this.hasSlowLine = hasSlowLine;
  }

  /** Returns the name in results. */
  static String named(int inFlight) {
    return "five nodes in a row, " + KILOBYTES + " KB, " + inFlight + " in flight";
  }

  /**
   * The rounds of the measurement.
   *
   * @param count the number of rounds
   * @param each the duration of each round
   */
  record Rounds(int count, Duration each) {}

  /** Returns the approximate duration. */
  static Duration duration(Rounds rounds) {
    int measurements = IN_FLIGHT.size() * VARIANTS.size() * (rounds.count() + 1);
    return rounds
        .each()
        .multipliedBy(measurements)
        .plusSeconds(STARTS_SECONDS + VARIANTS.size() * WARM_UP_SECONDS);
  }

  void measure(Rounds rounds, Progress progress) throws Exception {
    progress.phase("five nodes in a row");
    List<ChildJvm> far = new ArrayList<>();
    try {
      for (int i = 0; i < NODES; i++) {
        String link = nodes.nextAddress().map(at -> "=" + at + ":0").orElse("");
        List<String> args =
            List.of("dharch" + link, site.nearBroker().toString(), "0", Integer.toString(i));
        far.add(nodes.start("five-" + i, FarEnd.class.getName(), args));
      }
      for (ChildJvm each : far) {
        each.awaitReady();
        each.send(Pace.WAITING.name());
      }
      try (RemoteStage central = stage(false);
          RemoteStage direct = stage(true)) {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put(CENTRAL, new Contender(central, far));
        contenders.put(DIRECT, new Contender(direct, far));
        compare(contenders, rounds.count(), rounds.each().toNanos());
      }
    } finally {
      far.forEach(ChildJvm::close);
    }
  }

  private RemoteStage stage(boolean isDirect) throws IOException {
    List<String> handlers = IntStream.range(0, NODES).mapToObj(FarEnd::handler).toList();
    RemoteStage stage =
        new RemoteStage(
            new JmsCManagerProvider()
                .manager(site.broker(), Map.of("link", hasSlowLine ? "off" : "auto")),
            OrchestrationDocument.parse("five nodes", RouteDocuments.sequence(isDirect, handlers)),
            Envelope.of(KILOBYTES * 1024),
            handlers.toArray(String[]::new));
    if (hasSlowLine) {
      stage.awaitServed(); // nodes listen on this machine and there is no slow line
    } else {
      stage.awaitLinked(NODES);
    }
    return stage;
  }

  private void compare(Map<String, Contender> contenders, int rounds, long nanos) throws Exception {
    for (int i = 0; i < WARM_UP_SECONDS; i++) {
      for (Contender each : contenders.values()) {
        ClosedLoop.run(each.subject(), MANY, TimeUnit.SECONDS.toNanos(1));
      }
    }
    Map<String, Object> parameters = Map.of("payload_kb", KILOBYTES);
    MeteredLoop.Rounds many = MeteredLoop.alternate(contenders, MANY, 1, rounds, nanos, () -> {});
    many.record(report, named(MANY), parameters);
    MeteredLoop.Rounds one = MeteredLoop.alternate(contenders, 1, 1, rounds, nanos, () -> {});
    one.record(report, named(1), parameters);
    if (isApart) { // otherwise all of them share the cores and latency is negligible
      report.atMost(
          named(1) + ": p50 of direct / central",
          one.interval(DIRECT, CENTRAL, MeteredLoop.Round::medianNanos),
          hasSlowLine ? 0.3 : 0.75);
      report.atLeast(
          named(MANY) + ": throughput of direct / central",
          many.interval(DIRECT, CENTRAL, MeteredLoop.Round::perSecond),
          1.4);
    }
  }
}
