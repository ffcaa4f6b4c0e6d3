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
import org.dharch.core.orchestration.OrchestrationDocument;

/**
 * Five stages on five nodes, one after another, whose handlers do nothing: what is left is the way
 * of the message, by home after each stage or from node to node, by direct links; a home that is
 * far away has none. Once, by one thread.
 */
final class FiveNodes {
  private static final String CENTRAL = "DHArch central";
  private static final String DIRECT = "DHArch direct";

  /** Both, by their names in results. */
  static final List<String> WAYS = List.of(CENTRAL, DIRECT);

  private static final int NODES = 5;
  private static final int KILOBYTES = 10;
  private static final int MANY = 64;
  static final List<Integer> IN_FLIGHT = List.of(1, MANY);
  private static final long STARTS_SECONDS = 8;

  /** Six JVMs have to be compiled. */
  private static final long WARM_UP_SECONDS = 15;

  private final RouteDeployment site;
  private final Nodes nodes;
  private final SuiteReport report;
  private final boolean isApart;
  private final boolean isFar;

  private record Contender(Subject subject, List<ChildJvm> far) implements MeteredLoop.Contender {}

  /**
   * Over the broker of {@code site}.
   *
   * @param isApart whether they are to be taken for machines of their own
   * @param isFar whether home is far away from the nodes
   */
  FiveNodes(RouteDeployment site, Nodes nodes, SuiteReport report, boolean isApart, boolean isFar) {
    this.site = site;
    this.nodes = nodes;
    this.report = report;
    this.isApart = isApart;
    this.isFar = isFar;
  }

  /** What it is called in results. */
  static String named(int inFlight) {
    return "five nodes in a row, " + KILOBYTES + " KB, " + inFlight + " in flight";
  }

  /** About how long it takes. */
  static Duration takes(int rounds, Duration round) {
    int turns = IN_FLIGHT.size() * WAYS.size() * (rounds + 1);
    return round.multipliedBy(turns).plusSeconds(STARTS_SECONDS + WAYS.size() * WARM_UP_SECONDS);
  }

  void measure(int rounds, Duration round, Progress progress) throws Exception {
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
        each.tell(Pace.WAITING.name());
      }
      try (RemoteStage central = stage(false);
          RemoteStage direct = stage(true)) {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put(CENTRAL, new Contender(central, far));
        contenders.put(DIRECT, new Contender(direct, far));
        compare(contenders, rounds, round.toNanos());
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
                .manager(site.broker(), Map.of("link", isFar ? "off" : "auto")),
            OrchestrationDocument.parse("five nodes", RouteDocuments.sequence(isDirect, handlers)),
            Envelope.of(KILOBYTES * 1024),
            handlers.toArray(String[]::new));
    if (isFar) {
      stage.awaitServed(); // where nodes listen is on this machine, and no way is long
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
    MeteredLoop.Rounds many = MeteredLoop.turns(contenders, MANY, 1, rounds, nanos, () -> {});
    many.record(report, named(MANY), parameters);
    MeteredLoop.Rounds one = MeteredLoop.turns(contenders, 1, 1, rounds, nanos, () -> {});
    one.record(report, named(1), parameters);
    if (isApart) { // else all of them share the cores, and ways cost next to nothing
      report.atMost(
          named(1) + ": p50 of direct / central",
          one.interval(DIRECT, CENTRAL, MeteredLoop.Round::medianNanos),
          isFar ? 0.3 : 0.75);
      report.atLeast(
          named(MANY) + ": throughput of direct / central",
          many.interval(DIRECT, CENTRAL, MeteredLoop.Round::perSecond),
          1.4);
    }
  }
}
