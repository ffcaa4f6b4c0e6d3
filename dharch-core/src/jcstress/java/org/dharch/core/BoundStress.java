package org.dharch.core;

import org.dharch.core.queue.IMQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two admissions for the one place that is left: one gets it. */
@JCStressTest
@Outcome(
    id = {"true, false, 1", "false, true, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "one is in, the other was told so")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class BoundStress {
  private final IMQueue queue = QueueFixture.queue(1);

  @Actor
  public void first(ZZI_Result r) {
    r.r1 = queue.offer(QueueFixture.message(1), before -> true) == IMQueue.Offer.TAKEN;
  }

  @Actor
  public void second(ZZI_Result r) {
    r.r2 = queue.offer(QueueFixture.message(2), before -> true) == IMQueue.Offer.TAKEN;
  }

  @Arbiter
  public void end(ZZI_Result r) {
    r.r3 = queue.size();
  }
}
