package org.dharch.cli.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Does one thing after another to a site under load. What and to whom follows a seed. */
final class ChaosRun {
  private record Done(String fault, long at, long until) {}

  private final ChaosSite site;
  private final Traffic traffic;
  private final Optional<NetworkNamespace> namespace;
  private final Optional<SmallDisk> disk;
  private final Random random;
  private final int longest;
  private final Duration managerUptime;
  private final List<Done> done = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long managerKilled = System.nanoTime();

  /**
   * Nothing is done yet.
   *
   * @param longest for how long a node is stopped or cut off, at most
   * @param managerUptime after so long the manager is killed in the midst of whatever else is done
   */
  ChaosRun(
      ChaosSite site,
      Traffic traffic,
      Optional<NetworkNamespace> namespace,
      Optional<SmallDisk> disk,
      long seed,
      Duration longest,
      Duration managerUptime) {
    this.site = site;
    this.traffic = traffic;
    this.namespace = namespace;
    this.disk = disk;
    this.managerUptime = managerUptime;
    this.random = new Random(seed);
    this.longest = (int) longest.toMillis();
  }

  /** Does {@code action}, mends it, and waits until the service is well again. */
  void perform(Action action) throws Exception {
    String node = site.nearNodes().get(random.nextInt(site.nearNodes().size()));
    switch (action) {
      case KILL_NODE -> killNode(node);
      case STOP_NODE -> stopNode(node);
      case KILL_BROKER -> killBroker();
      case CUT_NODE -> cutNode();
      case KILL_MANAGER -> killManager();
      case FILL_DISK -> fillDisk();
    }
  }

  private void killNode(String node) throws Exception {
    String incarnation = site.incarnation(node).orElse("");
    long at = System.nanoTime();
    site.node(node).kill();
    traffic.awaitGood(at);
    pause(1000, 2000);
    done(Action.KILL_NODE + andManager(), at);
    site.startNode(node);
    site.awaitHeartbeat(node, incarnation);
    pause(300, 1000);
  }

  private void stopNode(String node) throws Exception {
    long at = System.nanoTime();
    site.node(node).stop();
    traffic.awaitGood(at);
    pause(1000, longest); // shorter and longer than it takes to count as lost
    done(Action.STOP_NODE + andManager(), at);
    long back = System.nanoTime();
    site.node(node).carryOn();
    site.awaitHeartbeat(node);
    pause(1000, 1500);
    done("stopped node continued", back);
  }

  private void killBroker() throws Exception {
    long at = System.nanoTime();
    site.killBroker();
    pause(0, 1000);
    String both = andManager();
    site.startBroker();
    long back = System.nanoTime();
    traffic.awaitGood(back);
    pause(2000, 3000);
    done(Action.KILL_BROKER + both, at);
    done("broker restarted", back);
  }

  private void cutNode() throws Exception {
    NetworkNamespace cable = namespace.orElseThrow();
    long at = System.nanoTime();
    cable.cut();
    traffic.awaitGood(at);
    pause(1000, longest);
    done(Action.CUT_NODE + andManager(), at);
    long back = System.nanoTime();
    cable.join();
    site.awaitHeartbeat(site.remote());
    pause(2000, 2500);
    done("cut off node joined again", back);
  }

  /** Kills the manager in the midst of something else, if its time has come. */
  private String andManager() throws IOException {
    if (System.nanoTime() - managerKilled < managerUptime.toNanos()) {
      return "";
    }
    bounceManager();
    return " and manager";
  }

  private void killManager() throws IOException {
    long at = System.nanoTime();
    bounceManager();
    long back = System.nanoTime();
    traffic.awaitGood(back);
    pause(2000, 3000);
    done(Action.KILL_MANAGER.toString(), at);
    done("manager restarted", back);
  }

  private void bounceManager() throws IOException {
    long from = System.nanoTime();
    site.killServer();
    pause(0, 1000);
    site.startServer();
    absences.add(new Absence(from, System.nanoTime()));
    managerKilled = System.nanoTime();
  }

  /** Until then: what is deleted on it makes room, again and again. */
  private void fill(SmallDisk small, long until) throws IOException {
    do {
      small.fill();
      pause(20, 30);
    } while (System.nanoTime() - until < 0);
  }

  private void fillDisk() throws IOException {
    SmallDisk small = disk.orElseThrow();
    long at = System.nanoTime();
    long end = at + TimeUnit.MILLISECONDS.toNanos(1500 + random.nextInt(longest));
    String both;
    try {
      fill(small, (at + end) / 2);
      both = andManager();
      fill(small, end);
    } finally {
      small.free();
    }
    long back = System.nanoTime();
    if (traffic.answers().stream().noneMatch(a -> isRefused(a, at, back))) {
      problems.add("a full disk refused no letter");
    }
    traffic.awaitGood(back);
    pause(1000, 2000);
    done(Action.FILL_DISK + both, at);
    done("disk freed", back);
  }

  private static boolean isRefused(ChaosAnswer answer, long from, long to) {
    return answer.oneWay()
        && answer.begun() > from
        && answer.ended() < to
        && (answer.kind() == ChaosAnswer.Kind.FAULT || answer.kind() == ChaosAnswer.Kind.BUSY);
  }

  private void done(String fault, long at) {
    done.add(new Done(fault, at, System.nanoTime()));
  }

  /** The load goes on for some time in {@code least} to {@code most} milliseconds. */
  void pause(int least, int most) {
    long millis = (long) least + random.nextInt(most - least);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    Awaitility.await()
        .atMost(Duration.ofMillis(millis).plusSeconds(10))
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .until(() -> System.nanoTime() - end > 0);
  }

  /**
   * Ends the load and waits for what is under way: each request's answer, each letter's service,
   * and what is to be compensated. Letters that were halted are replayed, as their operator would.
   *
   * @return how many were halted
   */
  int end() throws InterruptedException {
    traffic.stop();
    int[] replayed = {0};
    try {
      Awaitility.await("nothing is under way, nor to be compensated")
          .atMost(180, TimeUnit.SECONDS)
          .pollInterval(250, TimeUnit.MILLISECONDS)
          .until(
              () -> {
                int now = site.manager().replayOneWay();
                replayed[0] += now;
                return now == 0 && isAtRest();
              });
    } catch (ConditionTimeoutException e) {
      problems.add("not at rest: " + site.manager().inFlight() + " messages are under way");
      site.manager().waiting().forEach(left -> problems.add("not compensated: " + left));
    }
    return replayed[0];
  }

  private boolean isAtRest() throws IOException {
    Deliveries delivered = Deliveries.read(site.deliveries());
    return site.manager().inFlight() == 0
        && site.manager().waiting().isEmpty()
        && traffic.answers().stream()
            .filter(a -> a.oneWay() && a.good())
            .noneMatch(a -> delivered.times(a.request()).isEmpty());
  }

  /** When there was no server. */
  List<Absence> absences() {
    return absences;
  }

  /** What was not as it must be while it was done. */
  List<String> problems() {
    return problems;
  }

  /** How the service took what was done, kind by kind. */
  List<Recovery> recoveries() {
    List<ChaosAnswer> answers = traffic.answers();
    return done.stream().map(d -> Recovery.of(d.fault(), answers, d.at(), d.until())).toList();
  }
}
