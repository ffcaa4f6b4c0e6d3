package org.dharch.cmanager.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.dharch.core.spi.RequestedInterval;
import org.junit.jupiter.api.Test;

/** How often managers ask nodes to announce themselves, and when they say so. */
class RequestedIntervalTest {
  private final long[] now = {0};
  private final HeartbeatRequests asking = new HeartbeatRequests(() -> now[0]);

  @Test
  void brokerAcceptsTwoThousandHeartbeatsPerSecond() {
    assertEquals(250, RequestedInterval.of(3, 2, 5_000).millis());
    assertEquals(250, RequestedInterval.of(500, 1, 5_000).millis());
    assertEquals(2_500, RequestedInterval.of(500, 10, 5_000).millis());
    assertEquals(5_000, RequestedInterval.of(1_000, 10, 5_000).millis());
    assertEquals(5_000, RequestedInterval.of(Integer.MAX_VALUE, 32, Long.MAX_VALUE).millis());
    assertEquals(1_000, RequestedInterval.of(1, 1, 1_000).mostMillis());
    assertEquals(250, RequestedInterval.of(1, 1, 0).mostMillis());
  }

  @Test
  void corpusFramesAreReadWithinBounds() {
    RequestedInterval request = new RequestedInterval(2_500, 5_000, true);
    assertEquals(request, RequestedInterval.of(request.number()));
    assertEquals(request.quiet(false), RequestedInterval.of(request.quiet(false).number()));
    assertEquals(RequestedInterval.NONE, RequestedInterval.of(0));
    assertEquals(new RequestedInterval(5_000, 5_000, true), RequestedInterval.of(-1));
    assertEquals(new RequestedInterval(250, 250, false), RequestedInterval.of(1));
  }

  @Test
  void callListsRejectedNodes() {
    now[0] = Duration.ofSeconds(1).toNanos();
    assertTrue(asking.onRejected("n1~1a"));
    asking.number();
    assertEquals("n1~1a", asking.takeRejected());
    assertFalse(asking.onRejected("n1~1a"), "five calls a second");
    assertFalse(asking.onRejected("n2~2b-3c"));
    for (String other : List.of("", "manager", "a,b~1", "n~1,n~2", "n".repeat(101) + "~1")) {
      assertFalse(asking.onRejected(other));
    }
    assertFalse(asking.update(0, 5_000));
    now[0] += Duration.ofMillis(200).toNanos();
    assertTrue(asking.update(0, 5_000), "one whose next heartbeat is late");
    assertEquals("n1~1a,n2~2b-3c", asking.takeRejected());
    assertEquals("", asking.takeRejected());
    IntStream.range(0, 100).forEach(i -> asking.onRejected("n" + i + "~1"));
    assertEquals(8, asking.takeRejected().split(",").length);
  }

  @Test
  void requestIsRepeatedEveryMinuteOrAfterLargeChange() {
    asking.requireResponse();
    assertFalse(RequestedInterval.of(asking.number()).isQuiet());
    assertFalse(asking.update(1, 5_000));
    now[0] = Duration.ofSeconds(4).toNanos();
    assertFalse(asking.update(5_000, 5_000), "not each change of a start");
    now[0] = Duration.ofSeconds(5).toNanos();
    asking.onHeartbeat("a,b,c");
    assertTrue(asking.update(1_000, 5_000));
    assertEquals(new RequestedInterval(1_500, 5_000, true), RequestedInterval.of(asking.number()));
    now[0] = Duration.ofSeconds(50).toNanos();
    assertFalse(asking.update(800, 5_000), "heartbeats may be slightly more frequent");
    now[0] = Duration.ofSeconds(65).toNanos();
    assertTrue(asking.update(800, 5_000));
    assertEquals(new RequestedInterval(1_250, 5_000, true), RequestedInterval.of(asking.number()));
    now[0] = Duration.ofSeconds(70).toNanos();
    assertTrue(asking.update(900, 5_000), "else the broker gives out more than it should");
  }
}
