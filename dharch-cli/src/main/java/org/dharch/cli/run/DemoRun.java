package org.dharch.cli.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.Times;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;

/** The measuring part of the demo. Not thread-safe. */
final class DemoRun {
  private static final String SEQUENTIAL = "dharch-sequential";
  private static final int DISTINCT = 20;
  private static final int WARM_UP = 100;

  private final SampleSite site;
  private final PrintStream out;
  private final DemoClient client = new DemoClient();
  private final SampleMessages source;

  /** The messages of the warm-up. */
  private final Set<MessageId> warmedUp = new HashSet<>();

  DemoRun(SampleSite site, PrintStream out) {
    this.site = site;
    this.out = out;
    this.source =
        new SampleMessages(
            System.nanoTime(),
            SampleMessages.DEFAULT_DOCUMENT,
            SampleHandlers.PASSWORD,
            DemoCommand.ITERATIONS);
  }

  /** Measures the real handlers on real nodes. */
  DemoTable real(int requests) throws InterruptedException {
    out.println("Real work:");
    List<RoundTrips> measured = measure(PaperConfiguration.ALL, messages(source::next), requests);
    Map<String, Double> runs = new TreeMap<>();
    times().handlers().forEach((name, times) -> runs.put(name, times.tcomp()));
    return new DemoTable(measured, runs);
  }

  /** Measures simulated handlers that wait as long as the real ones ran. */
  DemoTable simulated(Map<String, Double> runs, int requests) throws InterruptedException {
    out.println("Simulated waits of the same times:");
    List<SampleMessage> messages = messages(() -> source.waiting(runs));
    return new DemoTable(measure(PaperConfiguration.SIMULATED, messages, requests), runs);
  }

  /**
   * Every other one in SOAP 1.2. Created beforehand: compressing and encrypting cost as much as the
   * handlers themselves.
   */
  private static List<SampleMessage> messages(Supplier<SampleMessage> next) {
    return IntStream.range(0, DISTINCT)
        .mapToObj(i -> i % 2 == 0 ? next.get() : next.get().inSoap12())
        .toList();
  }

  /** Sends the requests of all configurations in turn, 1 2 3 4 5 6 1 2 3 …, after a warm-up. */
  private List<RoundTrips> measure(
      List<PaperConfiguration> configurations, List<SampleMessage> messages, int requests)
      throws InterruptedException {
    int warmUp = Math.min(WARM_UP, Math.max(2, requests));
    out.println("Warming up: " + warmUp + " requests for each configuration …");
    Set<MessageId> before = recorded().collect(Collectors.toSet());
    List<RoundTrips> warm = fresh(configurations);
    for (int i = 0; i < warmUp; i++) {
      round(messages, i, warm);
    }
    recorded().filter(id -> !before.contains(id)).forEach(warmedUp::add);
    out.println("Measuring: " + requests + " requests for each configuration, in turn …");
    List<RoundTrips> measured = fresh(configurations);
    int tenth = Math.max(1, requests / 10);
    for (int i = 0; i < requests; i++) {
      round(messages, i, measured);
      if ((i + 1) % tenth == 0 || i + 1 == requests) {
        out.println("  " + (i + 1) + " of " + requests);
      }
    }
    out.println();
    // errors during the warm-up count, too
    for (int i = 0; i < measured.size(); i++) {
      warm.get(i).problems().forEach(measured.get(i)::wrong);
    }
    return measured;
  }

  private static List<RoundTrips> fresh(List<PaperConfiguration> configurations) {
    return configurations.stream().map(RoundTrips::new).toList();
  }

  private void round(List<SampleMessage> messages, int number, List<RoundTrips> all)
      throws InterruptedException {
    for (int i = 0; i < all.size(); i++) {
      RoundTrips to = all.get(i);
      SampleMessage message = messages.get((number + i) % messages.size());
      client.send(site.endpoint(to.configuration().service()), message, to);
    }
  }

  /** The times of the handlers in sequence, in which they do not share cores. */
  Times times() {
    return Times.of(measured(SEQUENTIAL).toList());
  }

  private Stream<MessageId> recorded() {
    return site.timelines().stream().map(Timeline::id);
  }

  /** The recorded timelines of measured messages of this configuration. */
  private Stream<Timeline> measured(String configuration) {
    return site.timelines().stream()
        .filter(t -> t.orchestration().equals(configuration) && !warmedUp.contains(t.id()));
  }

  /** The timelines of one message in configurations 2 and 6: the median of the recorded ones. */
  List<String> waterfalls() {
    List<String> lines = new ArrayList<>();
    for (PaperConfiguration configuration : PaperConfiguration.ALL) {
      if (configuration.number() == 2 || configuration.number() == 6) {
        List<Timeline> recorded =
            measured(configuration.name())
                .sorted(Comparator.comparingLong(Timeline::endedNanos))
                .toList();
        if (!recorded.isEmpty()) {
          lines.add("");
          lines.addAll(Waterfall.of(recorded.get(recorded.size() / 2)));
        }
      }
    }
    return lines;
  }
}
