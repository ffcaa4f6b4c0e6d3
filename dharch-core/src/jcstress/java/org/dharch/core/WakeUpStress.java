package org.dharch.core;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.core.context.Conductor;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two bring something and signal: when both are back all of it has been seen, by one at a time. */
@JCStressTest
@Outcome(
    id = {"0, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "nothing is left, and no turn was had twice at once")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class WakeUpStress {
  private final AtomicInteger brought = new AtomicInteger();

  /** Not volatile: the conductor's turn alone guards it. */
  private int seen;

  private final Conductor conductor =
      new Conductor("stress", List.of(this::work), Ticker.SYSTEM, new Counters(System::nanoTime));

  private int work() {
    int now = brought.getAndSet(0);
    seen += now;
    return now;
  }

  @Actor
  public void first() {
    brought.incrementAndGet();
    conductor.signal();
  }

  @Actor
  public void second() {
    brought.incrementAndGet();
    conductor.signal();
  }

  @Arbiter
  public void end(II_Result r) {
    r.r1 = brought.get();
    r.r2 = seen;
  }
}
