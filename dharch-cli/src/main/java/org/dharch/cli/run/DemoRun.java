package org.dharch.cli.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Times;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;

/** The measuring part of the demo. Not thread-safe. */
final class DemoRun {
  static final int CLIENTS = 16;

  private static final int DISTINCT = 20;
  private static final int WARM_UP = 40;
  private static final Duration REAL = Duration.ofSeconds(6);
  private static final Duration SIMULATED = Duration.ofSeconds(4);
  private static final Duration LOAD = Duration.ofSeconds(2);

  private final SampleSite threads;
  private final SampleSite nodes;
  private final DemoClient client = new DemoClient();
  private final SampleMessages source;
  private final List<SampleMessage> messages;

  /** The messages of the warm-up. */
  private final Set<MessageId> warmedUp = new HashSet<>();

  /**
   * @param threads runs the handlers on threads of this JVM
   * @param nodes runs them on nodes, and in Axis2's chain
   */
  DemoRun(SampleSite threads, SampleSite nodes) {
    this.threads = threads;
    this.nodes = nodes;
    this.source =
        new SampleMessages(
            System.nanoTime(),
            SampleMessages.DEFAULT_DOCUMENT,
            SampleHandlers.PASSWORD,
            DemoCommand.ITERATIONS);
    this.messages = messages(source::next);
  }

  private SampleSite site(HandlerArrangement arrangement) {
    return arrangement instanceof DemoPlacement placement
            && placement.place() == DemoPlacement.Place.THREADS
        ? threads
        : nodes;
  }

  /** Measures the real handlers, one request at a time. */
  DemoTable real(int requests) throws InterruptedException {
    // apart, since compilers of the node JVMs would take the cores that parallel threads need
    List<RoundTrips> measured = new ArrayList<>();
    for (boolean onNodes : new boolean[] {false, true}) {
      List<DemoPlacement> placements =
          DemoPlacement.ALL.stream()
              .filter(each -> (each.place() == DemoPlacement.Place.NODES) == onNodes)
              .toList();
      measured.addAll(measure(placements, messages, requests, REAL));
    }
    Map<String, Double> runs = new TreeMap<>();
    times(DemoPlacement.NODES_SEQUENTIAL)
        .handlers()
        .forEach((name, times) -> runs.put(name, times.tcomp()));
    return new DemoTable(measured, runs);
  }

  /** Measures simulated handlers that wait as long as the real ones ran. */
  DemoTable simulated(Map<String, Double> runs, int requests) throws InterruptedException {
    List<SampleMessage> waiting = messages(() -> source.waiting(runs));
    return new DemoTable(measure(PaperConfiguration.SIMULATED, waiting, requests, SIMULATED), runs);
  }

  /** Measures the real handlers with {@link #CLIENTS} clients that send without a pause. */
  List<DemoLoad> load(boolean brief) throws InterruptedException {
    List<DemoLoad> loads = new ArrayList<>();
    Duration length = brief ? LOAD.dividedBy(30) : LOAD;
    for (DemoPlacement placement :
        List.of(
            DemoPlacement.CHAIN, DemoPlacement.THREADS_PARALLEL, DemoPlacement.NODES_PARALLEL)) {
      RoundTrips warm = clients(placement, length.dividedBy(3));
      long start = System.nanoTime();
      RoundTrips measured = clients(placement, length);
      double seconds = (System.nanoTime() - start) / 1e9;
      warm.problems().forEach(measured::wrong);
      loads.add(new DemoLoad(placement, seconds, measured.millis(), measured.problems()));
    }
    return loads;
  }

  private RoundTrips clients(DemoPlacement placement, Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<RoundTrips>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int first = i;
        running.add(
            clients.submit(
                () -> {
                  RoundTrips own = new RoundTrips(placement);
                  int n = first;
                  do {
                    send(messages.get(n++ % messages.size()), own);
                  } while (System.nanoTime() < end);
                  return own;
                }));
      }
      RoundTrips all = new RoundTrips(placement);
      for (Future<RoundTrips> each : running) {
        all.add(each.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      clients.shutdownNow();
    }
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

  /** Sends the requests of the arrangements in turn, 1 2 3 1 2 3 …, after a warm-up. */
  private List<RoundTrips> measure(
      List<? extends HandlerArrangement> arrangements,
      List<SampleMessage> sent,
      int requests,
      Duration most)
      throws InterruptedException {
    Set<MessageId> before = recorded().collect(Collectors.toSet());
    List<RoundTrips> warm =
        rounds(arrangements, sent, Math.min(WARM_UP, requests), most.multipliedBy(2).dividedBy(3));
    recorded().filter(id -> !before.contains(id)).forEach(warmedUp::add);
    List<RoundTrips> measured = rounds(arrangements, sent, requests, most);
    // errors during the warm-up count, too
    for (int i = 0; i < measured.size(); i++) {
      warm.get(i).problems().forEach(measured.get(i)::wrong);
    }
    return measured;
  }

  /** As many as {@code most} allows, at least one. */
  private List<RoundTrips> rounds(
      List<? extends HandlerArrangement> arrangements,
      List<SampleMessage> sent,
      int requests,
      Duration most)
      throws InterruptedException {
    List<RoundTrips> all = arrangements.stream().map(RoundTrips::new).toList();
    long end = System.nanoTime() + most.toNanos();
    for (int number = 0; number < requests; number++) {
      if (number > 0 && System.nanoTime() > end) {
        return all;
      }
      for (int i = 0; i < all.size(); i++) {
        send(sent.get((number + i) % sent.size()), all.get(i));
      }
    }
    return all;
  }

  private void send(SampleMessage message, RoundTrips to) throws InterruptedException {
    HandlerArrangement arrangement = to.arrangement();
    client.send(site(arrangement).endpoint(arrangement.service()), message, to);
  }

  /** The times of handlers in sequence, in which they do not share cores. */
  Times times(DemoPlacement sequential) {
    return Times.of(measured(sequential).toList());
  }

  /** The planner's figures for all handlers in one stage. */
  DemoAdvice.Predicted predicted(DemoPlacement sequential, DemoPlacement parallel) {
    Times times = times(sequential);
    return new DemoAdvice.Predicted(
        times, Planner.predict(site(parallel).orchestration(parallel.name()), times).stages());
  }

  private Stream<MessageId> recorded() {
    return Stream.of(threads, nodes).flatMap(site -> site.timelines().stream()).map(Timeline::id);
  }

  /** The recorded timelines of measured messages. */
  private Stream<Timeline> measured(DemoPlacement placement) {
    return site(placement).timelines().stream()
        .filter(t -> t.orchestration().equals(placement.name()) && !warmedUp.contains(t.id()));
  }

  /** The timeline of one message on threads in parallel: the median of the recorded ones. */
  List<String> waterfall() {
    List<Timeline> recorded =
        measured(DemoPlacement.THREADS_PARALLEL)
            .sorted(Comparator.comparingLong(Timeline::endedNanos))
            .toList();
    return recorded.isEmpty() ? List.of() : Waterfall.of(recorded.get(recorded.size() / 2));
  }
}
