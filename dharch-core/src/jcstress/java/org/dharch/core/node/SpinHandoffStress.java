package org.dharch.core.node;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A task is handed to a worker that may be about to leave: it has it exactly if it was taken. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "handed over and seen")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "none stood there")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or made up")
@State
public class SpinHandoffStress {
  private final ThreadWorkers.SpinHandoff<String> lookout = new ThreadWorkers.SpinHandoff<>();

  public SpinHandoffStress() {
    for (int i = 0; i < 16; i++) {
      lookout.hand("too early"); // so many in so short a time that looking out is worth it
    }
  }

  @Actor
  public void hand(ZZ_Result r) {
    r.r1 = lookout.hand("task");
  }

  @Actor
  public void look(ZZ_Result r) {
    r.r2 = lookout.look().filter("task"::equals).isPresent();
  }
}
