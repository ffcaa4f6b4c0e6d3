package org.dharch.ws.rm.engine;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Many random runs of {@link RmSimulation}. {@code -Drmsimulation.runs=N -Drmsimulation.seed=S} say
 * how many and from which seed on; run number i has the seed S + i.
 */
class RmSimulationTest {
  private static final int STORY = 4_000;

  @Test
  void theRulesHold() {
    long runs = Long.getLong("rmsimulation.runs", 2_000);
    long first = Long.getLong("rmsimulation.seed", 1);
    AtomicLong messages = new AtomicLong();
    AtomicLong faults = new AtomicLong();
    Optional<Long> broken =
        LongStream.range(first, first + runs)
            .parallel()
            .boxed()
            .filter(seed -> !holds(seed, messages, faults))
            .min(Long::compare);
    broken.ifPresent(seed -> fail(story(seed)));
    System.out.printf(
        "rm simulation: %d runs, %d messages, %d faults injected, 0 rules broken%n",
        runs, messages.get(), faults.get());
  }

  private static boolean holds(long seed, AtomicLong messages, AtomicLong faults) {
    RmSimulation simulation = new RmSimulation(seed, null);
    try {
      simulation.run();
    } catch (RuntimeException e) {
      return false; // which rule, and how it came about, is told by running it again
    }
    messages.addAndGet(simulation.messages());
    faults.addAndGet(simulation.faults());
    return true;
  }

  private static String story(long seed) {
    List<String> trace = new ArrayList<>();
    String reason = "it does not break again";
    try {
      new RmSimulation(seed, trace).run();
    } catch (Broken e) {
      reason = e.getMessage();
    } catch (RuntimeException e) {
      java.io.StringWriter text = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(text));
      reason = text.toString();
    }
    List<String> end = trace.subList(Math.max(0, trace.size() - STORY), trace.size());
    return "seed " + seed + ": " + reason + "\n" + String.join("\n", end);
  }
}
