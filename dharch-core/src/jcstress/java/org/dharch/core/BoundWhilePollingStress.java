package org.dharch.core;

import org.dharch.core.queue.IMQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** One goes while another comes to a full queue: never two inside, none lost. */
@JCStressTest
@Outcome(
    id = {"true, true, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "the one came after the other had gone")
@Outcome(
    id = {"true, false, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "it came too early and was told so")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class BoundWhilePollingStress {
  private final IMQueue queue = QueueFixture.queue(1);

  public BoundWhilePollingStress() {
    queue.offer(QueueFixture.message(1), before -> true);
  }

  @Actor
  public void poll(ZZI_Result r) {
    r.r1 = QueueFixture.poll(queue).isPresent();
  }

  @Actor
  public void offer(ZZI_Result r) {
    r.r2 = queue.offer(QueueFixture.message(2), before -> true) == IMQueue.Offer.TAKEN;
  }

  @Arbiter
  public void end(ZZI_Result r) {
    r.r3 = queue.size();
  }
}
