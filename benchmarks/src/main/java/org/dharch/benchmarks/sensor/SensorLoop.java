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
 * Sends readings to the services of several variants, which alternate. Each round starts with
 * another variant, alternately forwards and backwards. The next message is sent after each
 * subscriber has received the previous event. One thread; close it.
 */
final class SensorLoop implements AutoCloseable {
  /**
   * The result of one message.
   *
   * @param millis the time until its answer
   * @param eventMillis the time until the last subscriber received its event
   * @param cpuMillis the processor time of all processes, including the subscribers
   */
  record Measurement(double millis, double eventMillis, double cpuMillis) {}

  private final Map<HandlerVariant, SoapConnection> connections = new LinkedHashMap<>();
  private final Map<HandlerVariant, String> before = new LinkedHashMap<>();
  private final Subscribers subscribers;
  private final LongSupplier cpuNanos;
  private int rounds;

  /**
   * Connects to the services.
   *
   * @param cpuNanos returns the processor time of all processes so far
   */
  SensorLoop(
      List<HandlerVariant> variants,
      Function<HandlerVariant, SoapConnection> connect,
      Subscribers subscribers,
      LongSupplier cpuNanos) {
    variants.forEach(variant -> connections.put(variant, connect.apply(variant)));
    variants.forEach(variant -> before.put(variant, Reading.NOTHING_BEFORE));
    this.subscribers = subscribers;
    this.cpuNanos = cpuNanos;
  }

  /** Sends one message to each service in each round. */
  Map<HandlerVariant, List<Measurement>> measure(int count, Runnable roundDone) throws IOException {
    List<HandlerVariant> variants = List.copyOf(connections.keySet());
    Map<HandlerVariant, List<Measurement>> taken = new LinkedHashMap<>();
    variants.forEach(variant -> taken.put(variant, new ArrayList<>(count)));
    for (int round = 0; round < count; round++) {
      rounds++;
      for (int i = 0; i < variants.size(); i++) {
        int step = rounds % 2 == 0 ? i : -i;
        HandlerVariant variant = variants.get(Math.floorMod(rounds + step, variants.size()));
        taken.get(variant).add(measure(variant));
      }
      roundDone.run();
    }
    return taken;
  }

  private Measurement measure(HandlerVariant variant) throws IOException {
    Reading reading = new Reading(variant.name() + "-" + rounds);
    byte[] envelope = reading.envelope();
    long cpu = cpuNanos.getAsLong();
    long begin = System.nanoTime();
    byte[] answer = connections.get(variant).call(envelope);
    long end = System.nanoTime();
    long arrived = subscribers.awaitEvent(reading.id());
    double cpuMillis = (cpuNanos.getAsLong() - cpu) / 1e6;
    Optional<String> problem = reading.problemOf(answer, before.put(variant, reading.id()));
    if (problem.isPresent()) {
      throw new DHArchException(variant.name() + ": " + problem.get());
    }
    return new Measurement((end - begin) / 1e6, (arrived - begin) / 1e6, cpuMillis);
  }

  @Override
  public void close() throws IOException {
    for (SoapConnection each : connections.values()) {
      each.close();
    }
  }
}
