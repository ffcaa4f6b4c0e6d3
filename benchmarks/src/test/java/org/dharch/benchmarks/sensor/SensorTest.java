package org.dharch.benchmarks.sensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.site.PostgresServer;
import org.dharch.benchmarks.site.Testbed;
import org.dharch.benchmarks.site.Way;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sensor with its real handlers, a PostgreSQL and few subscribers: each way does the same, and
 * what is not done does not pass for done.
 */
class SensorTest {
  private static final List<Way> IN_MEMORY =
      List.of(RealSpecs.IN_MEMORY_SEQUENTIAL, RealSpecs.IN_MEMORY_PARALLEL);

  @TempDir private Path folder;

  private interface Use {
    void use(Turns turns, SensorWays sensor) throws Exception;
  }

  /** A sensor in Axis2's own chain, and on a node in memory. */
  private void withSensor(int awaited, int subscribed, int seconds, Use use) throws Exception {
    List<String> arguments = Subscribers.arguments(awaited, "127.0.0.1", seconds);
    try (PostgresServer postgres = postgres();
        ChildJvm process =
            ChildJvm.start(
                "subscribers", SubscriberMain.class.getName(), arguments.toArray(String[]::new));
        Subscribers subscribers = Subscribers.of(awaited, process)) {
      var documents = new SensorDocuments(folder, postgres.newDatabase());
      SensorWays sensor = new SensorWays(documents, subscribers.host());
      try (Testbed testbed =
          Testbed.inMemory(
              SensorDocuments.orchestrations(IN_MEMORY),
              documents.wholeNode("in-memory"),
              Map.of("dharch.outbound.hosts", subscribers.host()))) {
        sensor.deployChain(RealSpecs.AXIS2, testbed);
        sensor.deploy(IN_MEMORY, testbed);
        subscribers.subscribe(SensorWays.manager(testbed), subscribed);
        try (Turns turns =
            new Turns(sensor.ways(), sensor::connect, subscribers, System::nanoTime)) {
          use.use(turns, sensor);
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
  void everyWayUpdatesItsResourceAndTellsEachSubscriberOnce() throws Exception {
    withSensor(
        3,
        3,
        30,
        (turns, sensor) -> {
          var taken = turns.take(3, () -> {}); // each answer names the reading before it
          assertEquals(3, taken.size());
          taken.forEach((way, all) -> assertEquals(3, all.size(), way.name()));
          assertEquals(3, sensor.chainedEvents().n());
          assertEquals(3, sensor.chainedResources().n());
          for (Way way : IN_MEMORY) {
            assertEquals(2, sensor.timelines(way, 2).size());
            assertEquals(3, sensor.timelines(way, 100).size(), way.name());
          }
        });
  }

  @Test
  void aSubscriberThatHasNothingStopsTheSuite() throws Exception {
    withSensor(
        3,
        2,
        2,
        (turns, sensor) -> {
          var failure = assertThrows(DHArchException.class, () -> turns.take(1, () -> {}));
          assertTrue(
              failure.getMessage().contains("2 of 3 subscribers had it"), failure::getMessage);
        });
  }

  @Test
  void anAnswerIsRightIfItNamesTheReadingAndTheOneBeforeIt() {
    Reading reading = new Reading("m2");
    assertEquals(Optional.empty(), reading.problemOf(answer("m2 after m1"), "m1"));
    for (String wrong : List.of("m2 after m0", "m1 after m1", "m2 after no block", "m2")) {
      Optional<String> problem = reading.problemOf(answer(wrong), "m1");
      assertTrue(problem.orElseThrow().contains("'m2 after m1' was to be answered"), wrong);
    }
  }

  private static byte[] answer(String text) {
    return ("<done>" + text + "</done>").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aMessageIsAsLargeAsItIsSaidToBe() {
    int bytes = new Reading("m1").envelope().length;
    assertTrue(
        bytes > Reading.KILOBYTES * 1024 && bytes < (Reading.KILOBYTES + 1) * 1024, "" + bytes);
  }
}
