package org.dharch.core;

import org.dharch.core.queue.IMQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A message is selected while it is withdrawn: one of the two has it. */
@JCStressTest
@Outcome(
    id = {"true, false, 0", "false, true, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them has it")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class PollAndRemoveStress {
  private final IMQueue queue = QueueFixture.queue(4);

  public PollAndRemoveStress() {
    queue.offer(QueueFixture.message(1), before -> true);
  }

  @Actor
  public void poll(ZZI_Result r) {
    r.r1 = QueueFixture.poll(queue).isPresent();
  }

  @Actor
  public void remove(ZZI_Result r) {
    r.r2 = queue.remove(QueueFixture.id(1)).isPresent();
  }

  @Arbiter
  public void end(ZZI_Result r) {
    r.r3 = queue.size();
  }
}
