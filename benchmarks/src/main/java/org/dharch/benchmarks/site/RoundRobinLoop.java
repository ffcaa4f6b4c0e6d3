package org.dharch.benchmarks.site;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.core.message.DHArchException;

/**
 * Sends requests to several services in turn, 1 2 3 1 2 3 …, one at a time, and measures their
 * round trips: the closed loop of seed 000, section 4.1. One thread; close it.
 */
public final class RoundRobinLoop implements AutoCloseable {
  /** A request and the check of its answer. */
  public interface CheckedExchange {
    /** Returns the SOAP envelope. */
    byte[] envelope();

    /** Returns the error in an answer's body; empty if it is right. */
    Optional<String> problemOf(byte[] answer);
  }

  /** Makes loops whose handlers and services wait according to a pace. */
  public interface Opener {
    /** Returns a new loop. */
    RoundRobinLoop open(Pace pace) throws IOException;
  }

  private static final int WARM_UP_PARTS = 5;

  /** Most of a round is waiting; with three lanes the cores are busy and nothing queues. */
  private static final int WARM_UP_LANES = 3;

  private final Map<HandlerVariant, SoapConnection> connections = new LinkedHashMap<>();
  private final Supplier<? extends CheckedExchange> exchanges;
  private final Runnable roundDone;

  /**
   * Connects to the services of {@code variants}.
   *
   * @param endpoints returns the URI of a variant's service
   * @param exchanges makes the exchange of the next round, which all variants share
   * @param roundDone called after each round
   */
  public RoundRobinLoop(
      Function<HandlerVariant, URI> endpoints,
      List<HandlerVariant> variants,
      String action,
      Supplier<? extends CheckedExchange> exchanges,
      Runnable roundDone)
      throws IOException {
    this.exchanges = exchanges;
    this.roundDone = roundDone;
    for (HandlerVariant variant : variants) {
      connections.put(variant, new SoapConnection(endpoints.apply(variant), action));
    }
  }

  /**
   * Warms up with {@code rounds} brief round trips of each variant, several at once, and
   * occasionally one with full waits. The JIT compilers treat code that has never run as
   * unreachable. When it runs for the first time, they discard the compiled code around it and
   * interpret it again.
   */
  public static void warmUp(Opener opener, int rounds) throws IOException, InterruptedException {
    for (int part = 0; part < WARM_UP_PARTS; part++) {
      inLanes(opener, rounds / WARM_UP_PARTS);
      try (RoundRobinLoop loop =
          opener.open(Pace.WAITING)) { // opened late, because a server closes idle connections
        loop.measure(1);
      }
    }
  }

  private static void inLanes(Opener opener, int rounds) throws IOException, InterruptedException {
    Callable<Void> lane =
        () -> {
          try (RoundRobinLoop loop = opener.open(Pace.BRIEFLY)) {
            loop.measure(rounds / WARM_UP_LANES);
          }
          return null;
        };
    ExecutorService lanes = Executors.newFixedThreadPool(WARM_UP_LANES);
    try {
      for (Future<Void> each : lanes.invokeAll(Collections.nCopies(WARM_UP_LANES, lane))) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new DHArchException("the warm-up failed: " + e.getCause().getMessage(), e.getCause());
    } finally {
      lanes.shutdownNow();
    }
  }

  /** Measures {@code rounds} round trips of each variant, in milliseconds, in order. */
  public Map<HandlerVariant, List<Double>> measure(int rounds) throws IOException {
    Map<HandlerVariant, List<Double>> millis = new LinkedHashMap<>();
    connections.keySet().forEach(variant -> millis.put(variant, new ArrayList<>(rounds)));
    for (int round = 0; round < rounds; round++) {
      CheckedExchange exchange = exchanges.get();
      for (Map.Entry<HandlerVariant, SoapConnection> each : connections.entrySet()) {
        byte[] envelope = exchange.envelope();
        long begin = System.nanoTime();
        byte[] answer = each.getValue().call(envelope);
        double took = (System.nanoTime() - begin) / 1e6;
        Optional<String> problem = exchange.problemOf(answer);
        if (problem.isPresent()) {
          throw new DHArchException(each.getKey().name() + ": " + problem.get());
        }
        millis.get(each.getKey()).add(took);
      }
      roundDone.run();
    }
    return millis;
  }

  /** Returns the statistics of the measurements. */
  public static Map<HandlerVariant, Statistics> statistics(
      Map<HandlerVariant, List<Double>> millis) {
    Map<HandlerVariant, Statistics> statistics = new LinkedHashMap<>();
    millis.forEach((variant, list) -> statistics.put(variant, Statistics.of(list)));
    return statistics;
  }

  /**
   * Returns the duration relative to {@code other}: the median of the rounds' ratios, because
   * adjacent measurements have the same machine speed.
   */
  public static double ratio(
      Map<HandlerVariant, List<Double>> millis, HandlerVariant variant, HandlerVariant other) {
    return Statistics.median(ratios(millis.get(variant), millis.get(other)));
  }

  /** Divides each value by the value of {@code others} in the same round. */
  public static List<Double> ratios(List<Double> some, List<Double> others) {
    return IntStream.range(0, some.size()).mapToObj(i -> some.get(i) / others.get(i)).toList();
  }

  @Override
  public void close() throws IOException {
    for (SoapConnection connection : connections.values()) {
      connection.close();
    }
  }
}
