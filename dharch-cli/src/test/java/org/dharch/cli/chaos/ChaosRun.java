package org.dharch.cli.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.core.store.StoredMessage;

/** Does one thing after another to a site under load. What and to whom follows a seed. */
final class ChaosRun {
  private record Done(String fault, long at, long until) {}

  private final ChaosSite site;
  private final Traffic traffic;
  private final Optional<NetworkNamespace> namespace;
  private final Random random;
  private final int longest;
  private final List<Done> done = new ArrayList<>();

  /**
   * Nothing is done yet.
   *
   * @param longest for how long a node is stopped or cut off, at most
   */
  ChaosRun(
      ChaosSite site,
      Traffic traffic,
      Optional<NetworkNamespace> namespace,
      long seed,
      Duration longest) {
    this.site = site;
    this.traffic = traffic;
    this.namespace = namespace;
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
    }
  }

  private void killNode(String node) throws Exception {
    String life = site.life(node).orElse("");
    long at = System.nanoTime();
    site.node(node).kill();
    traffic.awaitGood(at);
    pause(1000, 2000);
    done(Action.KILL_NODE.toString(), at);
    site.startNode(node);
    site.awaitHeard(node, life);
    pause(300, 1000);
  }

  private void stopNode(String node) throws Exception {
    long at = System.nanoTime();
    site.node(node).stop();
    traffic.awaitGood(at);
    pause(1000, longest); // shorter and longer than it takes to count as lost
    done(Action.STOP_NODE.toString(), at);
    long back = System.nanoTime();
    site.node(node).carryOn();
    site.awaitHeard(node);
    pause(1000, 1500);
    done("stopped node continued", back);
  }

  private void killBroker() throws Exception {
    long at = System.nanoTime();
    site.killBroker();
    pause(0, 1000);
    site.startBroker();
    long back = System.nanoTime();
    traffic.awaitGood(back);
    pause(2000, 3000);
    done(Action.KILL_BROKER.toString(), at);
    done("broker restarted", back);
  }

  private void cutNode() throws Exception {
    NetworkNamespace cable = namespace.orElseThrow();
    long at = System.nanoTime();
    cable.cut();
    traffic.awaitGood(at);
    pause(1000, longest);
    done(Action.CUT_NODE.toString(), at);
    long back = System.nanoTime();
    cable.join();
    site.awaitHeard(site.remote());
    pause(2000, 2500);
    done("cut off node joined again", back);
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
   * Ends the load and waits for what is under way: each request's answer, each letter's service.
   * Letters that were halted are replayed, as their operator would.
   *
   * @return how many were halted
   */
  int end() throws InterruptedException {
    traffic.stop();
    List<String> letters =
        traffic.answers().stream()
            .filter(a -> a.letter() && a.good())
            .map(ChaosAnswer::request)
            .toList();
    int replayed = 0;
    for (StoredMessage message : site.manager().halted()) {
      if (message.submission().operation().equals("notify")
          && site.manager().replay(message.key().id())) {
        replayed++;
      }
    }
    Awaitility.await("letters reach their service; the verdict names those that do not")
        .atMost(90, TimeUnit.SECONDS)
        .pollInterval(50, TimeUnit.MILLISECONDS)
        .until(
            () ->
                letters.stream().allMatch(id -> ChaosService.letters(id) > 0)
                    && site.manager().inFlight() == 0);
    return replayed;
  }

  /** How the service took what was done, kind by kind. */
  List<Recovery> recoveries() {
    List<ChaosAnswer> answers = traffic.answers();
    return done.stream().map(d -> Recovery.of(d.fault(), answers, d.at(), d.until())).toList();
  }
}
