package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Many managers, thousands of nodes, several brokers of which one is lost. */
class CrowdSimulationTest {
  /** A whole number of intervals, of 3 and of 4 s: nodes that began together are heard together. */
  private static final Duration WINDOW = Duration.ofSeconds(12);

  private static final int BUDGET = 2_000;

  @Test
  @Tag("long")
  void threeHundredNodesAndTenManagers() {
    crowd(10, 300, 3, 9_000);
  }

  @Test
  @EnabledIfSystemProperty(named = "crowd", matches = "true")
  void threeThousandNodesAndTenManagers() {
    crowd(10, 3_000, 5, 75_000);
  }

  private static void crowd(int managers, int nodes, int brokers, int messages) {
    CrowdSimulation crowd = new CrowdSimulation(managers, nodes, brokers);
    crowd.run(Duration.ofSeconds(8)); // all are heard, and as rarely as is asked for
    assertEquals(nodes, crowd.heardByAll());
    crowd.mostHeartbeats();
    crowd.run(WINDOW);
    int before = crowd.mostHeartbeats() / (int) WINDOW.toSeconds();
    crowd.load(200, messages);
    crowd.run(Duration.ofMillis(120));
    int half = crowd.completed();
    crowd.lose(1);
    crowd.run(Duration.ofSeconds(10));
    double mean = crowd.mean();
    int busiest = crowd.busiest();
    crowd.mostHeartbeats();
    crowd.run(WINDOW);
    int after = crowd.mostHeartbeats() / (int) WINDOW.toSeconds();
    System.out.printf(
        Locale.ROOT,
        "crowd: %d managers, %d nodes, %d brokers: %d messages, %d of them before a broker was"
            + " lost; tasks of a node: mean %.1f, most %d; heartbeats/s of a broker %d, then %d; %d"
            + " nodes lost%n",
        managers,
        nodes,
        brokers,
        crowd.completed(),
        half,
        mean,
        busiest,
        before,
        after,
        crowd.lost());
    assertTrue(half > 0 && half < messages, half + " before the broker was lost");
    assertEquals(0, crowd.failed());
    assertEquals(messages, crowd.completed());
    assertEquals(0, crowd.lost(), "a live node was taken for lost");
    assertEquals(nodes, crowd.heardByAll());
    assertTrue(busiest <= 2 * mean, busiest + " of " + mean);
    assertTrue(before <= BUDGET && after <= BUDGET, before + " and " + after);
  }
}
