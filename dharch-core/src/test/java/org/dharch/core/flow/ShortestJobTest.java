package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.Waiting;
import org.junit.jupiter.api.Test;

class ShortestJobTest {
  private static final Duration AGEING = Duration.ofSeconds(10);

  private final ShortestJob policy = new ShortestJob(AGEING);

  private record Job(String group, long sizeNanos) implements Waiting {
    @Override
    public long arrivedAt() {
      return 0;
    }

    @Override
    public long deadlineAt() {
      return Long.MAX_VALUE;
    }

    @Override
    public int priority() {
      return 4;
    }
  }

  /** By how many milliseconds a message of so many is put behind. */
  private long behind(String group, double sizeMillis) {
    long nanos = policy.handicapNanos(new Job(group, (long) (sizeMillis * 1e6)));
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private void arrive(String group, int sizeMillis) {
    for (int i = 0; i < 200; i++) {
      behind(group, sizeMillis);
    }
  }

  @Test
  void theMeanIsHalfTheAgeingBoundBehindAndTheCurveIsSteepThere() {
    arrive("", 100);
    assertTrue(Math.abs(behind("", 100) - 5000) <= 1);
    arrive("", 100);
    assertTrue(behind("", 50) < 700);
    arrive("", 100);
    assertTrue(behind("", 200) > 9000);
    arrive("", 100);
    assertTrue(behind("", 1e9) <= AGEING.toMillis());
  }

  @Test
  void shorterOfTwoSimultaneousMessagesIsFirst() {
    long before = -1;
    for (int size : new int[] {10, 30, 60, 99, 101, 150, 400, 800}) {
      arrive("", 100);
      long behind = behind("", size);
      assertTrue(before < behind, size + " ms: " + before + " and " + behind);
      before = behind;
    }
  }

  @Test
  void aMessageIsComparedWithThoseOfItsShare() {
    arrive("light", 10);
    arrive("heavy", 1000);
    assertTrue(Math.abs(behind("light", 10) - 5000) <= 1);
    assertTrue(Math.abs(behind("heavy", 1000) - 5000) <= 1);
    assertTrue(behind("heavy", 100) < behind("light", 100));
  }

  @Test
  void unknownSizeHasNoHandicap() {
    assertEquals(0, behind("", 0));
    assertTrue(Math.abs(behind("", 100) - 5000) <= 1, "nor is it one of those that came");
  }
}
