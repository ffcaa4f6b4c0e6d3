package org.dharch.cmanager.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.IntStream;
import org.dharch.core.spi.HeartbeatWish;
import org.junit.jupiter.api.Test;

/** {@link KnownManagers}: which calls a node answers at once. */
class KnownManagersTest {
  private final KnownManagers heard = new KnownManagers();

  @Test
  void firstCallIsAnswered() {
    assertTrue(heard.register("a", HeartbeatWish.NONE));
    assertTrue(heard.register("b", HeartbeatWish.NONE));
    assertEquals("a,b", heard.shown());
  }

  @Test
  void answersToCallsAreBounded() {
    assertTrue(
        IntStream.range(0, 10_000).filter(i -> heard.register("a", HeartbeatWish.NONE)).count()
            < 10_000);
  }

  @Test
  void firstCallOnNewConnectionIsAnswered() {
    heard.register("a", HeartbeatWish.NONE);
    for (int i = 0; i < 10; i++) {
      heard.begin();
      assertTrue(heard.register("a", HeartbeatWish.NONE), "connection " + i);
    }
  }

  @Test
  void latest32ManagersAreKept() {
    IntStream.range(0, 40).forEach(i -> heard.register("m" + i, HeartbeatWish.NONE));
    assertEquals(32, heard.shown().split(",").length);
    assertTrue(heard.shown().endsWith("m39"));
  }

  @Test
  void invalidManagerNameIsIgnored() {
    assertFalse(heard.register("", HeartbeatWish.NONE));
    assertFalse(heard.register("a,b", HeartbeatWish.NONE));
    assertFalse(heard.register("x".repeat(41), HeartbeatWish.NONE));
    assertEquals("", heard.shown());
  }

  private static HeartbeatWish wish(int millis, int most) {
    return new HeartbeatWish(millis, most, false);
  }

  /** A link may bring nothing for seconds before that is known. */
  @Test
  void brokerHeartbeatsFollowStrictestManager() {
    assertEquals(Duration.ZERO, heard.rarestByBroker());
    heard.register("patient", wish(250, 5_000));
    assertEquals(Duration.ofSeconds(1), heard.rarestByBroker());
    heard.register("impatient", wish(250, 300));
    assertEquals(Duration.ofMillis(300), heard.rarestByBroker());
    heard.register("old", HeartbeatWish.NONE);
    assertEquals(Duration.ZERO, heard.rarestByBroker());
  }

  /** The longest that is wished counts, as far as each of them bears it. */
  @Test
  void heartbeatIntervalFollowsRequestsAndBounds() {
    long[] now = {0};
    KnownManagers all = new KnownManagers(() -> now[0]);
    assertEquals(Duration.ZERO, all.interval());
    all.register("a", wish(2_000, 5_000));
    all.register("b", wish(500, 3_000));
    assertEquals(Duration.ofSeconds(2), all.interval());
    all.register("c", wish(250, 750));
    assertEquals(Duration.ofMillis(750), all.interval());
    all.register("old", HeartbeatWish.NONE);
    assertEquals(Duration.ZERO, all.interval(), "one of before has no more patience than it had");
  }

  @Test
  void requestOfLostManagerExpires() {
    long[] now = {0};
    KnownManagers all = new KnownManagers(() -> now[0]);
    all.register("a", wish(2_000, 5_000));
    now[0] = Duration.ofSeconds(100).toNanos();
    boolean unused = all.register("b", wish(500, 5_000).quiet(true));
    assertFalse(all.register("b", wish(500, 5_000).quiet(true)) && unused);
    assertEquals("a,b", all.shown());
    now[0] = Duration.ofSeconds(151).toNanos();
    assertEquals(Duration.ofMillis(500), all.interval());
    assertEquals("b", all.shown());
  }
}
