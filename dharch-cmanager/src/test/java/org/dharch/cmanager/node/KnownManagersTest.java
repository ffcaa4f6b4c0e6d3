package org.dharch.cmanager.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.dharch.core.spi.RequestedInterval;
import org.junit.jupiter.api.Test;

/** {@link KnownManagers}: which calls a node answers at once. */
class KnownManagersTest {
  private final KnownManagers managers = new KnownManagers();

  @Test
  void firstCallIsAnswered() {
    assertTrue(managers.register("a", RequestedInterval.NONE));
    assertTrue(managers.register("b", RequestedInterval.NONE));
    assertEquals("a,b", managers.shown());
  }

  @Test
  void answersToCallsAreBounded() {
    assertTrue(
        IntStream.range(0, 10_000)
                .filter(i -> managers.register("a", RequestedInterval.NONE))
                .count()
            < 10_000);
  }

  @Test
  void firstCallOnNewConnectionIsAnswered() {
    managers.register("a", RequestedInterval.NONE);
    for (int i = 0; i < 10; i++) {
      managers.begin();
      assertTrue(managers.register("a", RequestedInterval.NONE), "connection " + i);
    }
  }

  @Test
  void latest32ManagersAreKept() {
    IntStream.range(0, 40).forEach(i -> managers.register("m" + i, RequestedInterval.NONE));
    assertEquals(32, managers.shown().split(",").length);
    assertTrue(managers.shown().endsWith("m39"));
  }

  @Test
  void invalidManagerNameIsIgnored() {
    assertFalse(managers.register("", RequestedInterval.NONE));
    assertFalse(managers.register("a,b", RequestedInterval.NONE));
    assertFalse(managers.register("x".repeat(41), RequestedInterval.NONE));
    assertEquals("", managers.shown());
  }

  private static RequestedInterval request(int millis, int most) {
    return new RequestedInterval(millis, most, false);
  }

  /** A link may bring nothing for seconds before that is known. */
  @Test
  void brokerHeartbeatsFollowStrictestManager() {
    assertEquals(Duration.ZERO, managers.rarestByBroker());
    managers.register("patient", request(250, 5_000));
    assertEquals(Duration.ofSeconds(1), managers.rarestByBroker());
    managers.register("impatient", request(250, 300));
    assertEquals(Duration.ofMillis(300), managers.rarestByBroker());
    managers.register("old", RequestedInterval.NONE);
    assertEquals(Duration.ZERO, managers.rarestByBroker());
  }

  /** The longest that is wished counts, as far as each of them bears it. */
  @Test
  void heartbeatIntervalFollowsRequestsAndBounds() {
    long[] now = {0};
    KnownManagers all = new KnownManagers(() -> now[0]);
    assertEquals(Duration.ZERO, all.interval());
    all.register("a", request(2_000, 5_000));
    all.register("b", request(500, 3_000));
    assertEquals(Duration.ofSeconds(2), all.interval());
    all.register("c", request(250, 750));
    assertEquals(Duration.ofMillis(750), all.interval());
    all.register("old", RequestedInterval.NONE);
    assertEquals(Duration.ZERO, all.interval(), "one of before has no more patience than it had");
  }

  @Test
  void rejectionEndsWithItsManager() {
    long[] now = {0};
    KnownManagers all = new KnownManagers(() -> now[0]);
    all.register("a", request(250, 5_000));
    all.reject("a", "other key");
    all.reject("x".repeat(41), "unread");
    assertEquals(Map.of("a", "other key", "", "unread"), all.rejections());
    assertEquals("a", all.shown(), "a forged call cannot remove a manager");
    now[0] = Duration.ofSeconds(16).toNanos();
    assertEquals(Map.of("", "unread"), all.rejections());
    now[0] = Duration.ofSeconds(76).toNanos();
    assertEquals(Map.of(), all.rejections());
    all.reject("b", "other key");
    all.register("b", request(250, 5_000));
    assertEquals(Map.of(), all.rejections(), "it accepts the node now");
    IntStream.range(0, 100).forEach(i -> all.reject("m" + i, "other key"));
    assertEquals(32, all.rejections().size());
  }

  @Test
  void requestOfLostManagerExpires() {
    long[] now = {0};
    KnownManagers all = new KnownManagers(() -> now[0]);
    all.register("a", request(2_000, 5_000));
    now[0] = Duration.ofSeconds(100).toNanos();
    boolean unused = all.register("b", request(500, 5_000).quiet(true));
    assertFalse(all.register("b", request(500, 5_000).quiet(true)) && unused);
    assertEquals("a,b", all.shown());
    now[0] = Duration.ofSeconds(151).toNanos();
    assertEquals(Duration.ofMillis(500), all.interval());
    assertEquals("b", all.shown());
  }
}
