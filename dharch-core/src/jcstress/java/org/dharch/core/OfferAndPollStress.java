package org.dharch.core;

import org.dharch.core.queue.IMQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What is offered while others are taken is taken once, by somebody. */
@JCStressTest
@Outcome(
    id = {"2, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "both came through, each once")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class OfferAndPollStress {
  private final IMQueue queue = QueueFixture.queue(4);
  private long taken;
  private int count;

  public OfferAndPollStress() {
    queue.offer(QueueFixture.message(1), before -> true);
  }

  @Actor
  public void offer() {
    queue.offer(QueueFixture.message(2), before -> true);
  }

  @Actor
  public void poll() {
    take();
    take();
  }

  private void take() {
    QueueFixture.poll(queue)
        .ifPresent(
            message -> {
              taken |= message.id().low();
              count++;
            });
  }

  @Arbiter
  public void end(II_Result r) {
    take();
    take();
    r.r1 = count;
    r.r2 = taken == 3 ? 2 : -1;
  }
}
