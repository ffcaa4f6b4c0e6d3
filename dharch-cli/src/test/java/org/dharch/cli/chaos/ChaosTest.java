package org.dharch.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real faults under load: each once, or for as many minutes as {@code -Dchaos.minutes} says; {@code
 * -Dchaos.seed} repeats what an earlier run did.
 */
@Tag("full")
final class ChaosTest {
  private static final int MINUTES = Integer.getInteger("chaos.minutes", 0);
  private static final long SEED =
      Long.getLong("chaos.seed", new Random().nextInt(Integer.MAX_VALUE));

  /** In the long form past every time-out of a handler. */
  private static final Duration LONGEST = Duration.ofSeconds(MINUTES > 0 ? 12 : 5);

  /** In the short form only when it is its turn. */
  private static final Duration MANAGER_UPTIME = Duration.ofSeconds(MINUTES > 0 ? 20 : 1000);

  private static final int DISK_MEGABYTES = 192;

  /** Those that share the minutes of the long form. */
  private static final int TESTS = 3;

  private static final ChaosDocuments SPECULATIVE = new ChaosDocuments(false);

  /** Ledgers, logs and store; kept if a rule was broken. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void chaosOfKillsAndFullDiskLosesNothing() throws Exception {
    List<Action> each =
        new ArrayList<>(
            List.of(Action.KILL_NODE, Action.STOP_NODE, Action.KILL_BROKER, Action.KILL_MANAGER));
    Optional<SmallDisk> disk = disk();
    try {
      disk.ifPresent(small -> each.add(Action.FILL_DISK));
      run("near", SPECULATIVE, 2, each, Optional.empty(), disk);
    } finally {
      disk.ifPresent(SmallDisk::close);
    }
  }

  @Test
  void networkPartitionOfNodeIsTolerated() throws Exception {
    try (NetworkNamespace namespace = namespace()) {
      List<Action> each = new ArrayList<>(List.of(Action.CUT_NODE));
      if (MINUTES > 0) {
        each.addAll(List.of(Action.KILL_NODE, Action.KILL_BROKER, Action.STOP_NODE));
      }
      run("cut", SPECULATIVE, 1, each, Optional.of(namespace), Optional.empty());
    }
  }

  /** In the long form only. */
  @Test
  void forwardingSurvivesChaos() throws Exception {
    assumeTrue(MINUTES > 0, "it takes minutes: -Pchaos");
    try (NetworkNamespace namespace = namespace()) {
      List<Action> each =
          new ArrayList<>(
              List.of(
                  Action.CUT_NODE,
                  Action.KILL_NODE,
                  Action.STOP_NODE,
                  Action.KILL_BROKER,
                  Action.KILL_MANAGER));
      run("passing", new ChaosDocuments(true), 3, each, Optional.of(namespace), Optional.empty());
    }
  }

  private Optional<SmallDisk> disk() throws InterruptedException {
    try {
      return Optional.of(SmallDisk.create(folder.resolve("disk"), DISK_MEGABYTES));
    } catch (IOException e) {
      System.out.println("chaos: no disk is filled, mounting one needs root: " + e.getMessage());
      return Optional.empty();
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
      String name,
      ChaosDocuments documents,
      int near,
      List<Action> each,
      Optional<NetworkNamespace> namespace,
      Optional<SmallDisk> disk)
      throws Exception {
    Duration atLeast = Duration.ofMinutes(MINUTES).dividedBy(TESTS);
    System.out.println("chaos: " + name + ", seed " + SEED);
    Random random = new Random(SEED);
    long began = System.nanoTime();
    Path store = disk.map(SmallDisk::folder).orElse(folder).resolve("store");
    try (ChaosSite site = ChaosSite.start(documents, folder, store, near, namespace);
        Traffic traffic = Traffic.start(site.endpoint(), name)) {
      ChaosRun run =
          new ChaosRun(site, traffic, namespace, disk, random.nextLong(), LONGEST, MANAGER_UPTIME);
      traffic.awaitGood(System.nanoTime());
      run.pause(500, 1000);
      do {
        Collections.shuffle(each, random);
        for (Action action : each) {
          run.perform(action);
        }
      } while (System.nanoTime() - began < atLeast.toNanos());
      long forwarded = site.manager().forwarded();
      int replayed = run.end();
      List<ChaosAnswer> answers = traffic.answers();
      ChaosVerdict verdict =
          ChaosVerdict.of(
              answers,
              folder,
              Deliveries.read(site.deliveries()),
              run.absences(),
              site.manager().doubts());
      verdict.broken().addAll(run.problems());
      if (documents.forwards() && forwarded == 0) {
        verdict.broken().add("no node passed anything on");
      }
      System.out.println(
          "chaos: "
              + name
              + ", seed "
              + SEED
              + ", "
              + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)
              + " s: "
              + ChaosReport.line(answers, traffic.leftOut(), replayed, run.recoveries())
              + "; in its manager's last life nodes passed on "
              + forwarded
              + " stages; "
              + verdict);
      verdict.broken().forEach(rule -> System.out.println("chaos: broken: " + rule));
      assertEquals(List.of(), verdict.broken());
    }
  }
}
