package org.dharch.cmanager.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

class DepartureGraceTest {
  private final NodeId one = new NodeId("one", "1");
  private final NodeId two = new NodeId("two", "1");
  private long now = -5;

  private DepartureGrace grace(long millis) {
    return new DepartureGrace(Duration.ofMillis(millis), () -> now);
  }

  private void after(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void onlyBrokerReportsDepartureAtOnce() {
    DepartureGrace grace = grace(0);
    grace.onDeparture(one);
    assertEquals(List.of(one), grace.takeDeparted());
    assertEquals(List.of(), grace.takeDeparted());
  }

  @Test
  void departureTakesEffectAfterDelay() {
    DepartureGrace grace = grace(100);
    grace.onDeparture(one);
    after(60);
    grace.onDeparture(one);
    grace.onDeparture(two);
    assertEquals(List.of(), grace.takeDeparted());
    after(40);
    assertEquals(List.of(one), grace.takeDeparted());
    after(60);
    assertEquals(List.of(two), grace.takeDeparted());
  }

  @Test
  void heartbeatOrLostBrokerCancelsDeparture() {
    DepartureGrace grace = grace(100);
    grace.onDeparture(one);
    grace.onDeparture(two);
    grace.onHeartbeat(one);
    after(100);
    assertEquals(List.of(two), grace.takeDeparted());
    grace.onDeparture(one);
    grace.onBrokerLost();
    after(100);
    assertEquals(List.of(), grace.takeDeparted());
  }
}
