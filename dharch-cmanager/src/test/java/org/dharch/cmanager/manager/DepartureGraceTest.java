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

  private DepartureGrace leaving(long millis) {
    return new DepartureGrace(Duration.ofMillis(millis), () -> now);
  }

  private void after(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void besideNoOtherBrokerItIsGoneAtOnce() {
    DepartureGrace leaving = leaving(0);
    leaving.leaves(one);
    assertEquals(List.of(one), leaving.gone());
    assertEquals(List.of(), leaving.gone());
  }

  @Test
  void itIsGoneAfterAWhileFromTheFirstWord() {
    DepartureGrace leaving = leaving(100);
    leaving.leaves(one);
    after(60);
    leaving.leaves(one);
    leaving.leaves(two);
    assertEquals(List.of(), leaving.gone());
    after(40);
    assertEquals(List.of(one), leaving.gone());
    after(60);
    assertEquals(List.of(two), leaving.gone());
  }

  @Test
  void notIfItIsHeardOrTheBrokerIsLostBefore() {
    DepartureGrace leaving = leaving(100);
    leaving.leaves(one);
    leaving.leaves(two);
    leaving.stays(one);
    after(100);
    assertEquals(List.of(two), leaving.gone());
    leaving.leaves(one);
    leaving.brokerLost();
    after(100);
    assertEquals(List.of(), leaving.gone());
  }
}
