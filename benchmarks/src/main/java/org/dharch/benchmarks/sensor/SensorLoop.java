package org.dharch.benchmarks.sensor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.core.message.DHArchException;

/**
 * Sends readings to the services of several ways, which take turns, a round after the other, each
 * round beginning with another way, one round forwards and the next backwards. Nothing of a message
 * is under way any more when the next is sent: each subscriber has had its event. One thread; close
 * it.
 */
final class SensorLoop implements AutoCloseable {
  /**
   * One message.
   *
   * @param millis until its answer was there
   * @param eventMillis until the last of the subscribers had its event
   * @param cpuMillis what all processes together took, subscribers too
   */
  record Taken(double millis, double eventMillis, double cpuMillis) {}

  private final Map<HandlerVariant, SoapConnection> connections = new LinkedHashMap<>();
  private final Map<HandlerVariant, String> before = new LinkedHashMap<>();
  private final Subscribers subscribers;
  private final LongSupplier cpuNanos;
  private int rounds;

  /**
   * Connects to the services.
   *
   * @param cpuNanos what all processes have taken so far
   */
  SensorLoop(
      List<HandlerVariant> ways,
      Function<HandlerVariant, SoapConnection> connect,
      Subscribers subscribers,
      LongSupplier cpuNanos) {
    ways.forEach(way -> connections.put(way, connect.apply(way)));
    ways.forEach(way -> before.put(way, Reading.NOTHING_BEFORE));
    this.subscribers = subscribers;
    this.cpuNanos = cpuNanos;
  }

  /** Sends one message to each, in each of so many rounds. */
  Map<HandlerVariant, List<Taken>> take(int count, Runnable roundDone) throws IOException {
    List<HandlerVariant> ways = List.copyOf(connections.keySet());
    Map<HandlerVariant, List<Taken>> taken = new LinkedHashMap<>();
    ways.forEach(way -> taken.put(way, new ArrayList<>(count)));
    for (int round = 0; round < count; round++) {
      rounds++;
      for (int i = 0; i < ways.size(); i++) {
        int step = rounds % 2 == 0 ? i : -i;
        HandlerVariant way = ways.get(Math.floorMod(rounds + step, ways.size()));
        taken.get(way).add(take(way));
      }
      roundDone.run();
    }
    return taken;
  }

  private Taken take(HandlerVariant way) throws IOException {
    Reading reading = new Reading(way.name() + "-" + rounds);
    byte[] envelope = reading.envelope();
    long cpu = cpuNanos.getAsLong();
    long begin = System.nanoTime();
    byte[] answer = connections.get(way).call(envelope);
    long end = System.nanoTime();
    long arrived = subscribers.awaitEvent(reading.id());
    double cpuMillis = (cpuNanos.getAsLong() - cpu) / 1e6;
    Optional<String> problem = reading.problemOf(answer, before.put(way, reading.id()));
    if (problem.isPresent()) {
      throw new DHArchException(way.name() + ": " + problem.get());
    }
    return new Taken((end - begin) / 1e6, (arrived - begin) / 1e6, cpuMillis);
  }

  @Override
  public void close() throws IOException {
    for (SoapConnection each : connections.values()) {
      each.close();
    }
  }
}
