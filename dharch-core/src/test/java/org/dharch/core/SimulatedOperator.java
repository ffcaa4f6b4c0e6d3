package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Somebody who looks now and then at what managers of a {@link Simulation} list as not compensated,
 * does it by hand, and says so: it is settled (rule 49).
 */
final class SimulatedOperator {
  private final Simulation world;
  private final SplittableRandom random;

  SimulatedOperator(Simulation world, SplittableRandom random) {
    this.world = world;
    this.random = random;
  }

  /** Puts into the schedule when it looks. */
  void plan() {
    for (int looks = 5 + random.nextInt(40); looks > 0; looks--) {
      world.after(random.nextLong(4_000 * MS), this::look);
    }
  }

  private void look() {
    List<SimulatedManager> managers = world.managers();
    managers.get(random.nextInt(managers.size())).resolve(random);
  }
}
