package org.dharch.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.Times;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;

/** The measuring part of the demo. One thread. */
final class DemoRun {
  private static final String SEQUENTIAL = "dharch-sequential";
  private static final int DISTINCT = 20;
  private static final int WARM_UP = 100;

  private final SampleSite site;
  private final PrintStream out;
  private final DemoClient client = new DemoClient();
  private final List<SampleMessage> messages;

  DemoRun(SampleSite site, PrintStream out) {
    this.site = site;
    this.out = out;
    // made beforehand: compressing and encrypting cost as much as the handlers themselves
    SampleMessages source = SampleMessages.standard(System.nanoTime());
    this.messages = IntStream.range(0, DISTINCT).mapToObj(i -> next(source, i)).toList();
  }

  /** Every other one in SOAP 1.2. */
  private static SampleMessage next(SampleMessages source, int number) {
    SampleMessage message = source.next();
    return number % 2 == 0 ? message : message.inSoap12();
  }

  /** Sends the requests of all configurations in turn, 1 2 3 4 5 6 1 2 3 …, after a warm-up. */
  List<RoundTrips> measure(int requests) throws InterruptedException {
    int warmUp = Math.min(WARM_UP, Math.max(2, requests));
    out.println("Warming up: " + warmUp + " requests for each configuration …");
    List<RoundTrips> warm = fresh();
    for (int i = 0; i < warmUp; i++) {
      round(i, warm);
    }
    out.println("Measuring: " + requests + " requests for each configuration, in turn …");
    List<RoundTrips> measured = fresh();
    int tenth = Math.max(1, requests / 10);
    for (int i = 0; i < requests; i++) {
      round(i, measured);
      if ((i + 1) % tenth == 0 || i + 1 == requests) {
        out.println("  " + (i + 1) + " of " + requests);
      }
    }
    out.println();
    // a wrong answer is wrong while warming up too
    for (int i = 0; i < measured.size(); i++) {
      warm.get(i).problems().forEach(measured.get(i)::wrong);
    }
    return measured;
  }

  private static List<RoundTrips> fresh() {
    return PaperConfiguration.ALL.stream().map(RoundTrips::new).toList();
  }

  private void round(int number, List<RoundTrips> all) throws InterruptedException {
    for (int i = 0; i < all.size(); i++) {
      RoundTrips to = all.get(i);
      SampleMessage message = messages.get((number + i) % messages.size());
      client.send(site.endpoint(to.configuration().service()), message, to);
    }
  }

  /** What the handlers took, one after another: then none takes the cores from another. */
  Times times() {
    return Times.of(
        site.timelines().stream().filter(t -> t.orchestration().equals(SEQUENTIAL)).toList());
  }

  /** The way of one message through configurations 2 and 6: of the kept ones, the median. */
  List<String> waterfalls() {
    List<String> lines = new ArrayList<>();
    for (PaperConfiguration configuration : PaperConfiguration.ALL) {
      if (configuration.number() == 2 || configuration.number() == 6) {
        List<Timeline> kept =
            site.timelines().stream()
                .filter(t -> t.orchestration().equals(configuration.name()))
                .sorted(Comparator.comparingLong(Timeline::endedNanos))
                .toList();
        if (!kept.isEmpty()) {
          lines.add("");
          lines.addAll(Waterfall.of(kept.get(kept.size() / 2)));
        }
      }
    }
    return lines;
  }
}
