package org.dharch.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final long SMALLEST_SPAN = 1 << 20;

  private record Work(long position, long size) {}

  /** To the millisecond it says what adding up one by one says, wherever the clock stands. */
  @Property
  void whatIsBeforeATurnIsTheSumOfThat(
      @ForAll long seed,
      @ForAll @LongRange(min = Long.MIN_VALUE / 2, max = Long.MAX_VALUE / 2) long origin,
      @ForAll @IntRange(min = 1, max = 42) int bits) {
    Random random = new Random(seed);
    FairQueues.Backlog backlog = new FairQueues.Backlog();
    List<Work> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      if (!all.isEmpty() && random.nextInt(3) == 0) {
        Work gone = all.remove(random.nextInt(all.size()));
        backlog.remove(gone.position(), gone.size());
      } else {
        Work come = new Work(origin + random.nextLong(1L << bits), random.nextInt(1_000));
        all.add(come);
        backlog.add(come.position(), come.size());
      }
      long position = origin + random.nextLong(1L << bits);
      long before = backlog.before(position);
      assertTrue(before >= sum(all, position), () -> "too little before " + position);
      assertTrue(before <= sum(all, position + SMALLEST_SPAN), () -> "too much before " + position);
    }
    all.forEach(each -> backlog.remove(each.position(), each.size()));
    assertEquals(0, backlog.before(Long.MAX_VALUE));
  }

  private static long sum(List<Work> all, long position) {
    return all.stream().filter(each -> each.position() <= position).mapToLong(Work::size).sum();
  }

  @Test
  void arrivalInTheSameMillisecondCountsAsBefore() {
    FairQueues.Backlog backlog = new FairQueues.Backlog();
    long now = TimeUnit.HOURS.toNanos(3);
    backlog.add(now, 7);
    backlog.add(now, 5);
    assertEquals(12, backlog.before(now));
    assertEquals(0, backlog.before(now - SMALLEST_SPAN));
  }
}
