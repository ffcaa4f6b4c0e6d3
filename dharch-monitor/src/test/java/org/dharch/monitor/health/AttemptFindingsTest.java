package org.dharch.monitor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.metrics.Latencies.Place;
import org.junit.jupiter.api.Test;

class AttemptFindingsTest {
  private static final Place OLD = new Place("audit", "1", "n1");
  private static final Place CANARY = new Place("audit", "2", "n1");

  private final AtomicLong now = new AtomicLong(-5_000_000_000L);
  private final Latencies latencies = new Latencies(now::get);

  private void attempts(int count, Place place, String result, long runMillis) {
    for (int i = 0; i < count; i++) {
      latencies.attempt(place, result, true, 0, 0, Duration.ofMillis(runMillis).toNanos());
    }
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private List<Finding> findings() {
    return findings(false);
  }

  private List<Finding> findings(boolean rejects) {
    return AttemptFindings.of(latencies.latelyByPlace(), latencies.resultsOfTenMinutes(), rejects);
  }

  private Finding only() {
    assertEquals(1, findings().size(), findings()::toString);
    return findings().get(0);
  }

  @Test
  void healthyHandlerIsNotFound() {
    attempts(100, OLD, "performed", 3);
    attempts(5, OLD, "failed", 3);
    assertEquals(List.of(), findings());
  }

  @Test
  void failingVersionIsNamedAfterHoursOfSuccess() {
    attempts(100_000, OLD, "performed", 3);
    pass(Duration.ofHours(2));
    attempts(300, OLD, "performed", 3);
    attempts(34, CANARY, "failed", 1);
    assertEquals(
        "34 of 34 attempts of handler audit version 2 failed in the last minute on node n1",
        only().what());
    assertEquals(Finding.Grade.PROBLEM, only().grade());
    assertTrue(only().remedy().startsWith("give version 2 the weight 0"), only().remedy());
  }

  @Test
  void incidentIsWarningAfterAMinuteAndOverAfterTen() {
    attempts(10, CANARY, "failed", 1);
    pass(Duration.ofMinutes(5));
    assertEquals(
        "10 of 10 attempts of handler audit version 2 failed in the last ten minutes, none in the"
            + " last minute, on node n1",
        only().what());
    assertEquals(Finding.Grade.WARNING, only().grade());
    pass(Duration.ofMinutes(6));
    assertEquals(List.of(), findings());
  }

  @Test
  void newIncidentAfterAnOldOneIsAProblem() {
    attempts(100, CANARY, "failed", 1);
    pass(Duration.ofMinutes(11));
    attempts(1, CANARY, "timed-out", 1);
    assertEquals(
        "1 of 1 attempt of handler audit version 2 failed (1 by timeout) in the last minute on node"
            + " n1",
        only().what());
  }

  @Test
  void failingNodeIsNamedAlone() {
    attempts(50, new Place("audit", "n1"), "performed", 3);
    attempts(20, new Place("audit", "n2"), "failed", 3);
    attempts(50, new Place("audit", "n3"), "performed", 3);
    assertEquals(
        "20 of 20 attempts of handler audit failed in the last minute on node n2", only().what());
    assertTrue(only().remedy().startsWith("dharch drain n2:"), only().remedy());
  }

  @Test
  void slowNodeIsNamed() {
    attempts(200, new Place("audit", "n1"), "performed", 3);
    attempts(200, new Place("audit", "n2"), "performed", 6);
    attempts(10, new Place("audit", "n3"), "performed", 714);
    assertEquals(
        "node n3 is slow: handler audit runs 714.0 ms there and 6.0 ms on other nodes, in the last"
            + " minute",
        only().what());
    assertEquals(Finding.Grade.PROBLEM, only().grade());
    pass(Duration.ofMinutes(2));
    assertEquals(List.of(), findings());
  }

  @Test
  void slowNodeOfTwoIsNamed() {
    attempts(200, new Place("audit", "n1"), "performed", 10);
    attempts(10, new Place("audit", "n2"), "performed", 40);
    assertTrue(only().what().startsWith("node n2 is slow"), only().what());
    assertEquals(Finding.Grade.WARNING, only().grade());
  }

  @Test
  void smallOrRareDifferencesAreNotFound() {
    attempts(200, new Place("audit", "n1"), "performed", 1);
    attempts(10, new Place("audit", "n2"), "performed", 5);
    attempts(4, new Place("audit", "n3"), "performed", 900);
    attempts(10, new Place("other", "n3"), "performed", 900);
    assertEquals(List.of(), findings());
  }

  @Test
  void overloadNamesTheHandlerThatTakesTheWorkers() {
    attempts(100, new Place("quick", "n1"), "performed", 1);
    attempts(100, new Place("quick", "n1"), "not-started", 0);
    attempts(100, new Place("heavy", "n1"), "performed", 99);
    assertEquals(
        "100 of 300 attempts got no worker in time on node n1, in the last minute; handler heavy"
            + " takes 99 % of its workers' time",
        only().what());
    assertTrue(only().remedy().startsWith("more nodes or workers for handler heavy"));
  }

  @Test
  void rejectionsNameTheHandlerThatTakesTheWorkers() {
    assertEquals(List.of(), findings(true), "nothing has run");
    attempts(100, new Place("quick", "n1"), "performed", 1);
    attempts(100, new Place("heavy", "n2"), "performed", 99);
    assertEquals(List.of(), findings(false));
    assertEquals(
        "messages were rejected or ran out of time on node n2, in the last minute; handler heavy"
            + " takes 100 % of its workers' time",
        findings(true).get(0).what());
  }
}
