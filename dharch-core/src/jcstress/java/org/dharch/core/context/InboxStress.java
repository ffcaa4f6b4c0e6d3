package org.dharch.core.context;

import java.util.List;
import java.util.Optional;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two transports bring a reply each: both are taken, in one thread after another. */
@JCStressTest
@Outcome(
    id = {"2, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "both were taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class InboxStress {
  private final Inbox inbox = new Inbox();
  private int taken;
  private int put;

  private final Conductor conductor =
      new Conductor("stress", List.of(this::work), Ticker.SYSTEM, new Counters(System::nanoTime));

  private int work() {
    Optional<Inbox.Item> item = inbox.poll();
    taken += item.isPresent() ? 1 : 0;
    return item.isPresent() ? 1 : 0;
  }

  private void bring(boolean up) {
    if (inbox.put(new Inbox.Connected(up))) {
      conductor.signal();
    }
  }

  @Actor
  public void first() {
    bring(true);
  }

  @Actor
  public void second() {
    bring(false);
  }

  @Arbiter
  public void end(II_Result r) {
    r.r1 = taken;
    r.r2 = taken + (inbox.poll().isPresent() ? 1 : 0);
  }
}
