package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** By how much policies put a message behind, to the nanosecond. */
class HandicapTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_GROUPS = 10_000;

  /** Four slots; of three shares, gold has two parts. */
  private final FairQueueing fair =
      new FairQueueing(Duration.ofSeconds(100), Map.of("gold", 2.0, "light", 0.5), () -> 4);

  private long behind(String group, long arrivedAt, long sizeNanos) {
    return fair.handicapNanos(new OneWaiting(group, arrivedAt, Long.MAX_VALUE, sizeNanos));
  }

  private double part(String group, int all, long now) {
    return fair.part(new OneWaiting(group, now, Long.MAX_VALUE, 1), all, now);
  }

  @Test
  void earlierDeadlineHasSmallerHandicap() {
    EarliestDeadline policy = new EarliestDeadline(Duration.ofSeconds(1));
    assertEquals(3, policy.handicapNanos(new OneWaiting("", 7, 10, 1)));
  }

  @Test
  void groupIsDelayedByItsSentWork() {
    assertEquals(0, behind("a", 50, 400)); // alone: four slots, done after 100
    assertEquals(101 - 10, behind("a", 60, 400)); // what it sent before, less what has passed
    assertEquals(0, behind("gold", 60, 300)); // two of three parts of four slots: 112.5
    assertEquals(112 + 1, behind("gold", 60, 300));
  }

  @Test
  void finishedGroupReleasesItsPart() {
    assertEquals(0, behind("a", 0, 400)); // done at 101
    assertEquals(0, behind("b", 101, 400)); // a is gone: all four slots, done at 202
    assertEquals(101 - 1, behind("b", 102, 0));
    assertEquals(0, behind("a", 102, 400)); // half of them: done after 201
    assertEquals(201, behind("a", 102, 400));
  }

  @Test
  void groupsAreForgottenInOrderOfCompletion() {
    behind("z", 0, 400); // alone, done at 101
    behind("a", 0, 4_000); // half, done at 2001
    assertEquals(0, behind("b", 101, 400)); // z is gone, so half: done at 302
    assertEquals(302 - 101, behind("b", 101, 400));
  }

  @Test
  void endlessDeadlineIsCappedAtAgeingBound() {
    assertEquals(0, behind("a", 0, Long.MAX_VALUE));
    assertEquals(100 * SECOND + 1, behind("a", 0, 1));
  }

  @Test
  void groupsWithEqualTimesAreDistinct() {
    assertEquals(0, behind("a", 0, 0));
    assertEquals(0, behind("b", 0, 0));
    assertEquals(1, behind("a", 0, 0));
    assertEquals(1, behind("b", 0, 0));
    assertEquals(0, behind("c", 5, 400)); // both are gone: it is alone
    assertEquals(101, behind("c", 5, 400));
  }

  @Test
  void groupsAreBounded() {
    for (int i = 0; i < MOST_GROUPS; i++) {
      behind("s" + i, 0, SECOND + i);
    }
    behind("one more", 0, SECOND);
    assertEquals(0, behind("s0", 0, 1)); // s0 would have been the first to be done
  }

  @Test
  void partFollowsWeightsOfActiveGroups() {
    assertEquals(6, part("a", 6, 0)); // nobody else
    behind("a", 0, 1);
    behind("gold", 0, 1);
    assertEquals(2, part("a", 6, 0));
    assertEquals(4, part("gold", 6, 0));
    assertEquals(1.5, part("b", 6, 0)); // would be the third
    assertEquals(2, part("a", 6, 10 * SECOND - 1));
    assertEquals(6, part("a", 6, 10 * SECOND)); // gold is not there any more, nor is a
    behind("b", 10 * SECOND, 1);
    assertEquals(3, part("a", 6, 10 * SECOND));
    assertEquals(6, part("b", 6, 10 * SECOND));
  }

  @Test
  void activeGroupsKeepTheirWeight() {
    behind("gold", 0, 1);
    behind("a", 0, 1);
    behind("a", 5 * SECOND, 1);
    assertEquals(2, part("a", 6, 9 * SECOND));
    assertEquals(6, part("a", 6, 11 * SECOND));
    behind("light", 11 * SECOND, 1);
    assertEquals(4, part("a", 6, 11 * SECOND));
  }

  @Test
  void partIsRoundedToWhole() {
    FairQueueing tenths =
        new FairQueueing(Duration.ofSeconds(1), Map.of("a", 0.1, "b", 0.2), () -> 3);
    for (String group : new String[] {"a", "b"}) {
      tenths.handicapNanos(new OneWaiting(group, 0, 0, 1));
    }
    assertEquals(3.0, tenths.part(new OneWaiting("a", 0, 0, 1), 9, 0));
  }
}
