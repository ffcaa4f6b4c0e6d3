package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.load.LoadClient;

/**
 * Measures every load on every variant; at each load the variants take turns in changing order.
 * Once, by one thread.
 */
final class RouteSweep {
  static final String RESPONSE = "response";
  static final String THROUGHPUT = "throughput";
  static final String CPU = "CPU per request";
  static final String DUMMY_REPLY = "dummy reply";
  static final String PREDICTED_RESPONSE = "predicted response";
  static final String PREDICTED_THROUGHPUT = "predicted throughput";

  /** As many clients as the processors can serve, so that the JIT compilers finish soon. */
  private static final int WARM_UP_CLIENTS = 20;

  private static final int WARM_UP_MILLIS = 5;
  private static final int WARM_UP_BYTES = RoutePoint.FIXED.bytes();

  private final RouteDeployment site;
  private final RoutePlan plan;
  private final Progress progress;
  private final SuiteReport report;
  private final Map<RoutePoint, Map<RouteVariant, RouteLoadResult>> all = new HashMap<>();

  RouteSweep(RouteDeployment site, RoutePlan plan, Progress progress, SuiteReport report) {
    this.site = site;
    this.plan = plan;
    this.progress = progress;
    this.report = report;
  }

  void measure() throws IOException, InterruptedException {
    site.configure(WARM_UP_MILLIS, WARM_UP_BYTES);
    for (RouteVariant variant : plan.started()) {
      progress.phase("warming up, " + variant.title());
      try (LoadClient client = new LoadClient()) {
        client.closed(site.target(variant), WARM_UP_CLIENTS, new RouteRequests(WARM_UP_BYTES));
        client.run(Duration.ZERO, plan.warmUp());
      }
      progress.step();
    }
    Random random = new Random(2004);
    for (RoutePoint point : plan.loads()) {
      List<RouteVariant> order = new ArrayList<>(plan.variants(point));
      Collections.shuffle(order, random);
      site.configure(plan.scale().millis(point.millis()), point.bytes());
      for (RouteVariant variant : order) {
        progress.phase(point.named(variant));
        all.computeIfAbsent(point, p -> new HashMap<>()).put(variant, measure(variant, point));
        progress.step();
      }
    }
  }

  private RouteLoadResult measure(RouteVariant variant, RoutePoint point)
      throws IOException, InterruptedException {
    if (variant == RouteVariant.HTTP) {
      site.dummyReplyMillis(); // requests before this do not count
    }
    Duration cpu = site.cpu();
    RouteLoadResult sample =
        RouteLoadResult.of(
            site.target(variant),
            plan.perSecond(point),
            point.bytes(),
            plan.load().warm(),
            plan.load().counted());
    double micros = site.cpu().minus(cpu).toNanos() / 1e3 / sample.answers();
    String name = point.named(variant);
    Map<String, Object> parameters = point.parameters(plan.scale());
    Prediction prediction = plan.prediction(variant, point);
    double rate = plan.perSecond(point);
    report.add(name, parameters, RESPONSE, "ms", Statistics.of(sample.millis()));
    report.add(
        name,
        parameters,
        PREDICTED_RESPONSE,
        "ms",
        1e3 * prediction.response(rate, seconds(plan.load().warm()), seconds(plan.load().total())));
    report.add(name, parameters, THROUGHPUT, "1/s", Statistics.of(sample.perSecond()));
    report.add(name, parameters, PREDICTED_THROUGHPUT, "1/s", prediction.throughput(rate));
    report.add(name, parameters, CPU, "us", micros);
    if (variant == RouteVariant.HTTP) {
      report.add(name, parameters, DUMMY_REPLY, "ms", site.dummyReplyMillis());
    }
    return sample;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  RouteLoadResult at(RoutePoint point, RouteVariant variant) {
    return all.get(point).get(variant);
  }
}
