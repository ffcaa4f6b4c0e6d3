package org.dharch.benchmarks.sensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Machine;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.PostgresServer;
import org.dharch.benchmarks.site.Testbed;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the sensor with its real handlers, a PostgreSQL and few subscribers: each variant does the
 * same, and missing work is detected.
 */
class SensorTest {
  private static final List<HandlerVariant> IN_MEMORY =
      List.of(RealSpecs.IN_MEMORY_SEQUENTIAL, RealSpecs.IN_MEMORY_PARALLEL);

  @TempDir private Path folder;

  private interface Use {
    void use(SensorLoop loop, SensorServices sensor) throws Exception;
  }

  /** Runs a sensor in Axis2's own chain, and one on a node in memory. */
  private void withSensor(int awaited, int subscribed, int seconds, Use use) throws Exception {
    List<String> arguments = Subscribers.arguments(awaited, "127.0.0.1", seconds);
    try (PostgresServer postgres = postgres();
        ChildJvm process =
            ChildJvm.start(
                "subscribers", SubscriberMain.class.getName(), arguments.toArray(String[]::new));
        Subscribers subscribers = Subscribers.of(awaited, process)) {
      var documents = new SensorDocuments(folder, postgres.newDatabase());
      SensorServices sensor = new SensorServices(documents, subscribers.host());
      try (Testbed testbed =
          Testbed.inMemory(
              SensorDocuments.orchestrations(IN_MEMORY),
              documents.wholeNode("in-memory"),
              Map.of("dharch.outbound.hosts", subscribers.host()))) {
        sensor.deployChain(RealSpecs.AXIS2, testbed);
        sensor.deploy(IN_MEMORY, testbed);
        subscribers.subscribe(SensorServices.manager(testbed), subscribed);
        try (SensorLoop loop =
            new SensorLoop(sensor.variants(), sensor::connect, subscribers, System::nanoTime)) {
          use.use(loop, sensor);
        }
      }
    }
  }

  private PostgresServer postgres() {
    try {
      return PostgresServer.start(folder);
    } catch (DHArchException e) {
      Assumptions.abort(e.getMessage());
      throw e;
    }
  }

  @Test
  void variantsUpdateResourceAndNotifySubscribersOnce() throws Exception {
    withSensor(
        3,
        3,
        30,
        (loop, sensor) -> {
          var taken = loop.measure(3, () -> {}); // each answer names the previous reading
          assertEquals(3, taken.size());
          taken.forEach((variant, all) -> assertEquals(3, all.size(), variant.name()));
          assertEquals(3, sensor.chainedEvents().n());
          assertEquals(3, sensor.chainedResources().n());
          for (HandlerVariant variant : IN_MEMORY) {
            assertEquals(2, sensor.timelines(variant, 2).size());
            assertEquals(3, sensor.timelines(variant, 100).size(), variant.name());
          }
        });
  }

  @Test
  void missingEventStopsTheSuite() throws Exception {
    withSensor(
        3,
        2,
        2,
        (loop, sensor) -> {
          var failure = assertThrows(DHArchException.class, () -> loop.measure(1, () -> {}));
          assertTrue(
              failure.getMessage().contains("2 of 3 subscribers received the event"),
              failure::getMessage);
        });
  }

  @Test
  void answerMustNameReadingAndPreviousReading() {
    Reading reading = new Reading("m2");
    assertEquals(Optional.empty(), reading.problemOf(answer("m2 after m1"), "m1"));
    for (String wrong : List.of("m2 after m0", "m1 after m1", "m2 after no block", "m2")) {
      Optional<String> problem = reading.problemOf(answer(wrong), "m1");
      assertTrue(problem.orElseThrow().contains("'m2 after m1' must be the answer"), wrong);
    }
  }

  private static byte[] answer(String text) {
    return ("<done>" + text + "</done>").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void tableHasPaperValuesAndOmitsMissingResults() {
    List<SuiteResults.Result> results = new ArrayList<>();
    for (HandlerVariant variant :
        List.of(RealSpecs.AXIS2, RealSpecs.SEQUENTIAL, RealSpecs.PARALLEL)) {
      results.add(result(variant.name(), RealSpecs.WHOLE, 7.25));
    }
    results.add(result(RealSpecs.PARALLEL.name(), RealSpecs.LIMIT, 5.5));
    results.add(result("machine", RealSpecs.LOAD, 0.25));
    var figure =
        new RealSpecsSuite()
            .figures(new SuiteResults("specs-real", Machine.here(), null, results, List.of()))
            .get(0);
    List<List<String>> rows = figure.table().rows();
    assertEquals(
        List.of("axis2-sequential", "dharch-sequential", "dharch-parallel"),
        rows.stream().map(row -> row.get(0)).toList());
    assertEquals(
        List.of("161.23 (9.66)", "171.64 (10.08)", "115.15 (12.15)"),
        rows.stream().map(row -> row.get(5)).toList());
    assertEquals("7.25", rows.get(0).get(6), "the limit of Axis2's chain is its own time");
    assertEquals("5.50", rows.get(2).get(6));
    assertTrue(figure.text().toString().contains("load average was 0.25"), figure::toString);
  }

  private static SuiteResults.Result result(String name, String metric, double median) {
    return new SuiteResults.Result(name, Map.of(), metric, "ms", 1, median, 0, median, median);
  }

  @Test
  void messageHasItsNominalSize() {
    int bytes = new Reading("m1").envelope().length;
    assertTrue(
        bytes > Reading.KILOBYTES * 1024 && bytes < (Reading.KILOBYTES + 1) * 1024, "" + bytes);
  }
}
