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
 * Sends requests to several services in turn, 1 2 3 1 2 3 …, one at a time, and takes their round
 * trips: the closed loop of seed 000, section 4.1. One thread; close it.
 */
public final class RoundRobinLoop implements AutoCloseable {
  /** A request and what its answer must be. */
  public interface CheckedExchange {
    /** The SOAP envelope. */
    byte[] envelope();

    /** What is wrong with an answer's body; empty if it is right. */
    Optional<String> problemOf(byte[] answer);
  }

  /** Makes loops whose handlers and services wait as a pace says. */
  public interface Opener {
    /** A new one. */
    RoundRobinLoop open(Pace pace) throws IOException;
  }

  private static final int WARM_UP_PARTS = 5;

  /** Most of a round is waiting; with three at once the cores are busy and nothing queues. */
  private static final int WARM_UP_LANES = 3;

  private final Map<HandlerVariant, SoapConnection> connections = new LinkedHashMap<>();
  private final Supplier<? extends CheckedExchange> exchanges;
  private final Runnable roundDone;

  /**
   * Connects to the services of {@code ways}.
   *
   * @param endpoints where a way's service is reached
   * @param exchanges makes the next round's, which is the same for all that are compared in it
   * @param roundDone told after each round
   */
  public RoundRobinLoop(
      Function<HandlerVariant, URI> endpoints,
      List<HandlerVariant> ways,
      String action,
      Supplier<? extends CheckedExchange> exchanges,
      Runnable roundDone)
      throws IOException {
    this.exchanges = exchanges;
    this.roundDone = roundDone;
    for (HandlerVariant way : ways) {
      connections.put(way, new SoapConnection(endpoints.apply(way), action));
    }
  }

  /**
   * Takes {@code rounds} round trips of each with brief waits, several at once, and now and then
   * one with all of them. What never happens before the compilers have done is compiled as if it
   * never would; when it happens for the first time, all that was compiled around it is thrown away
   * and runs interpreted.
   */
  public static void warmUp(Opener opener, int rounds) throws IOException, InterruptedException {
    for (int part = 0; part < WARM_UP_PARTS; part++) {
      inLanes(opener, rounds / WARM_UP_PARTS);
      try (RoundRobinLoop loop =
          opener.open(Pace.WAITING)) { // opened late: a server does not wait long
        loop.take(1);
      }
    }
  }

  private static void inLanes(Opener opener, int rounds) throws IOException, InterruptedException {
    Callable<Void> lane =
        () -> {
          try (RoundRobinLoop loop = opener.open(Pace.BRIEFLY)) {
            loop.take(rounds / WARM_UP_LANES);
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

  /** Takes {@code rounds} round trips of each, in milliseconds, in the order they were taken. */
  public Map<HandlerVariant, List<Double>> take(int rounds) throws IOException {
    Map<HandlerVariant, List<Double>> millis = new LinkedHashMap<>();
    connections.keySet().forEach(way -> millis.put(way, new ArrayList<>(rounds)));
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

  /** The statistics of what was taken. */
  public static Map<HandlerVariant, Statistics> statistics(Map<HandlerVariant, List<Double>> millis) {
    Map<HandlerVariant, Statistics> statistics = new LinkedHashMap<>();
    millis.forEach((way, list) -> statistics.put(way, Statistics.of(list)));
    return statistics;
  }

  /**
   * How many times as long as {@code other} a way took: the median of the rounds' ratios, as what
   * stands beside each other had the same machine.
   */
  public static double ratio(Map<HandlerVariant, List<Double>> millis, HandlerVariant way, HandlerVariant other) {
    return Statistics.median(ratios(millis.get(way), millis.get(other)));
  }

  /** Each of the one divided by what stands beside it of the other. */
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
