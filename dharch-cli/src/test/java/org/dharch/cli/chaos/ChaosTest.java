package org.dharch.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real faults under load: each once, or for as many minutes as {@code -Dchaos.minutes} says; {@code
 * -Dchaos.seed} repeats what an earlier run did.
 */
final class ChaosTest {
  private static final int MINUTES = Integer.getInteger("chaos.minutes", 0);
  private static final long SEED =
      Long.getLong("chaos.seed", new Random().nextInt(Integer.MAX_VALUE));

  /** In the long form past every time-out of a handler. */
  private static final Duration LONGEST = Duration.ofSeconds(MINUTES > 0 ? 12 : 5);

  /** Ledgers, logs and store; kept if a rule was broken. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void nodesAreKilledAndStoppedAndTheBrokerIsKilled() throws Exception {
    List<Action> each =
        new ArrayList<>(List.of(Action.KILL_NODE, Action.STOP_NODE, Action.KILL_BROKER));
    run("near", each, Optional.empty(), Duration.ofMinutes(MINUTES).dividedBy(2));
  }

  @Test
  void aNodeIsCutOffInItsOwnNetwork() throws Exception {
    try (NetworkNamespace namespace = namespace()) {
      List<Action> each = new ArrayList<>(List.of(Action.CUT_NODE));
      if (MINUTES > 0) {
        each.addAll(List.of(Action.KILL_NODE, Action.KILL_BROKER, Action.STOP_NODE));
      }
      run("cut", each, Optional.of(namespace), Duration.ofMinutes(MINUTES).dividedBy(2));
    }
  }

  private static NetworkNamespace namespace() throws InterruptedException {
    try {
      return NetworkNamespace.create();
    } catch (IOException e) {
      return abort("no network namespace can be made here, it needs root and 'ip': " + e);
    }
  }

  private void run(
      String name, List<Action> each, Optional<NetworkNamespace> namespace, Duration atLeast)
      throws Exception {
    System.out.println("chaos: " + name + ", seed " + SEED);
    Random random = new Random(SEED);
    long began = System.nanoTime();
    try (ChaosSite site = ChaosSite.start(folder, namespace.isPresent() ? 1 : 2, namespace);
        Traffic traffic = Traffic.start(site.endpoint(), name)) {
      ChaosRun run = new ChaosRun(site, traffic, namespace, random.nextLong(), LONGEST);
      traffic.awaitGood(System.nanoTime());
      run.pause(500, 1000);
      do {
        Collections.shuffle(each, random);
        for (Action action : each) {
          run.perform(action);
        }
      } while (System.nanoTime() - began < atLeast.toNanos());
      int replayed = run.end();
      List<ChaosAnswer> answers = traffic.answers();
      ChaosVerdict verdict = ChaosVerdict.of(answers, folder);
      System.out.println(
          "chaos: "
              + name
              + ", seed "
              + SEED
              + ", "
              + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)
              + " s: "
              + ChaosReport.line(answers, traffic.leftOut(), replayed, run.recoveries())
              + "; "
              + verdict);
      verdict.broken().forEach(rule -> System.out.println("chaos: broken: " + rule));
      assertEquals(List.of(), verdict.broken());
    }
  }
}
