package org.dharch.core;

import org.dharch.core.queue.IMQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A message is selected at the moment at which its deadline passes: it ends once. */
@JCStressTest
@Outcome(
    id = {"1, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "selected once")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class PollAndExpireStress {
  private final IMQueue queue = QueueFixture.queue(4);
  private int polled;
  private int expired;

  public PollAndExpireStress() {
    queue.offer(QueueFixture.message(1), before -> true);
  }

  @Actor
  public void poll() {
    polled = QueueFixture.poll(queue).isPresent() ? 1 : 0;
  }

  @Actor
  public void expire() {
    expired = queue.expired(Long.MAX_VALUE).size();
  }

  @Arbiter
  public void end(II_Result r) {
    r.r1 = polled + expired;
    r.r2 = queue.size();
  }
}
