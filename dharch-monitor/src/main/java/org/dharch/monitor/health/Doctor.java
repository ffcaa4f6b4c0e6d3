package org.dharch.monitor.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.DHManager;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.planner.Plan;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Times;
import org.dharch.core.text.DidYouMean;
import org.dharch.core.view.GoneNode;
import org.dharch.core.view.QueueLengths;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/** Checks a running manager by its counters and latencies. Read-only; safe for any thread. */
public final class Doctor {
  /** With fewer attempts or messages, rates are not judged. */
  private static final int FEW = 20;

  private static final long LEAST_WAIT_NANOS = 1_000_000;

  private static final long MAX_CLOCK_SKEW_MILLIS = 5000;

  /** Older problems that have not recurred are ignored. */
  private static final Duration OLD = Duration.ofMinutes(10);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Messages or attempts that had no worker in time. */
  private static final Set<Counter> OVERLOAD =
      EnumSet.of(
          Counter.BUSY,
          Counter.WAITED_TOO_LONG,
          Counter.DEADLINE_UNREACHABLE,
          Counter.NO_TIME_LEFT);

  private static final double WORTH = 0.9;
  private static final double MILLIS = 1e6;

  private final DHManager manager;
  private final Set<String> unserved;
  private final List<NodeStatus> nodes;
  private final Map<Counter, Long> counters;
  private final QueueLengths queues;
  private final List<Finding> findings = new ArrayList<>();

  private Doctor(DHManager manager, Set<String> unserved) {
    this.manager = manager;
    this.unserved = unserved;
    this.nodes = manager.status().nodes();
    this.counters = manager.status().counters();
    this.queues = manager.status().queues();
  }

  /**
   * The findings, the worst first.
   *
   * @param unserved the handlers of active orchestrations that no node hosts
   */
  public static List<Finding> check(DHManager manager, Set<String> unserved) {
    Doctor doctor = new Doctor(manager, unserved);
    doctor.brokerThatIsAway();
    if (manager.status().isConnected()) {
      doctor.findings.addAll(BrokerFindings.of(manager.status().brokers()));
    }
    doctor.findings.addAll(CertificateFindings.of(manager.status().certificates(), Instant.now()));
    doctor.unservedHandlers();
    Latencies latencies = manager.status().latencies();
    doctor.findings.addAll(
        AttemptFindings.of(
            latencies.latelyByPlace(),
            latencies.resultsOfTenMinutes(),
            OVERLOAD.stream().anyMatch(counter -> doctor.isWithin(counter, MINUTE))));
    doctor.documentThatWaits();
    doctor.nodesThatDiffer();
    doctor.clocksThatDiffer(System.currentTimeMillis());
    doctor.nodesThatLeave();
    doctor.limitTooSmall();
    doctor.workersTooFew();
    doctor.whatIsCounted();
    doctor.stagesThatCouldBeOthers();
    return doctor.findings.stream().sorted(Comparator.comparing(Finding::grade)).toList();
  }

  private void find(Finding.Grade grade, String problem, String remedy) {
    findings.add(new Finding(grade, problem, remedy));
  }

  private void brokerThatIsAway() {
    if (!manager.status().isConnected()) {
      find(
          Finding.Grade.PROBLEM,
          "the manager has no connection to its broker: nodes cannot join, and those without a"
              + " direct link get nothing",
          "look at the broker, and at the manager's log");
    }
  }

  private void unservedHandlers() {
    Set<String> served = new TreeSet<>();
    nodes.forEach(node -> served.addAll(node.handlers()));
    for (String name : unserved) {
      String near = DidYouMean.question(name, served);
      find(
          Finding.Grade.PROBLEM,
          "no node serves handler " + name + near,
          whereItWas(name)
              .orElse(
                  nodes.isEmpty() && manager.status().isConnected()
                      ? "no node has joined: start one with this broker and this key, and look at"
                          + " its log"
                      : "start a node that hosts it, or put its name right in the orchestration"));
    }
  }

  private Optional<String> whereItWas(String handler) {
    return manager.status().goneNodes().stream()
        .filter(gone -> gone.last().handlers().contains(handler))
        .findFirst()
        .map(
            gone ->
                "node "
                    + gone.last().shown()
                    + " had it, and has been gone for "
                    + shown(gone.since())
                    + " ("
                    + gone.why()
                    + "): look at its log, and start it or another that hosts it");
  }

  private static String shown(Duration time) {
    return time.toMinutes() < 2 ? time.toSeconds() + " s" : time.toMinutes() + " min";
  }

  private void documentThatWaits() {
    manager
        .reloadWaits()
        .ifPresent(
            problem ->
                find(
                    Finding.Grade.WARNING,
                    "the new version of an orchestration document waits, the one before stays: "
                        + problem,
                    "start a node that hosts it, or put its name right in the document;"
                        + " dharch.reload with always takes it in all the same"));
  }

  private void nodesThatDiffer() {
    for (NodeStatus node : nodes) {
      String release = node.origin().release();
      if (!release.equals(ProcessOrigin.RELEASE)) {
        find(
            Finding.Grade.WARNING,
            "node "
                + node.shown()
                + " is of release "
                + release
                + ", its manager of "
                + ProcessOrigin.RELEASE,
            "start it with the release of the manager, unless an upgrade is under way");
      }
    }
    manager
        .status()
        .duplicates()
        .forEach(
            duplicate ->
                find(
                    Finding.Grade.PROBLEM,
                    "node "
                        + duplicate.shown()
                        + " gets no work: another is named "
                        + duplicate.node().name()
                        + ", and was here first",
                    "give each a name of its own"));
  }

  private void clocksThatDiffer(long now) {
    for (NodeStatus node : nodes) {
      long skewMillis = node.origin().clockMillis() - now;
      if (Math.abs(skewMillis) > MAX_CLOCK_SKEW_MILLIS + 2 * node.interval().toMillis()) {
        find(
            Finding.Grade.WARNING,
            String.format(
                Locale.ROOT,
                "the clock of node %s is %.0f s %s its manager's",
                node.shown(),
                Math.abs(skewMillis) / 1000.0,
                skewMillis > 0 ? "ahead of" : "behind"),
            "set the clocks by NTP: logs and tokens with a time are wrong by that");
      }
    }
  }

  private void nodesThatLeave() {
    for (GoneNode gone : manager.status().goneNodes()) {
      if (isRecent(Counter.NODES_LOST) && gone.since().compareTo(OLD) < 0 && !gone.wasStopped()) {
        find(
            Finding.Grade.WARNING,
            "node "
                + gone.last().shown()
                + " was lost "
                + shown(gone.since())
                + " ago ("
                + gone.why()
                + ")",
            "start it again, or look at its log: killed, starved, or cut off from the broker");
      }
    }
  }

  private void limitTooSmall() {
    int free = nodes.stream().mapToInt(node -> Math.max(0, node.workers() - node.active())).sum();
    if (queues.waiting() > 0 && queues.executing() >= queues.concurrencyLimit() && free > 0) {
      find(
          Finding.Grade.WARNING,
          queues.waiting()
              + " messages wait for a slot of the concurrency limit of "
              + queues.concurrencyLimit()
              + ", while "
              + count(free, "worker")
              + " of nodes have nothing to do",
          "a higher concurrency limit, in the flow document");
    }
  }

  private void workersTooFew() {
    queues
        .held()
        .forEach(
            (handler, waiting) -> {
              boolean busy =
                  nodes.stream()
                      .filter(node -> node.handlers().contains(handler))
                      .allMatch(node -> node.active() >= node.workers());
              if (busy && !unserved.contains(handler)) {
                find(
                    Finding.Grade.WARNING,
                    count(waiting, "message")
                        + " wait for room for handler "
                        + handler
                        + "; all workers of its nodes are busy",
                    "more nodes that host it, or more workers for it");
              }
            });
    manager
        .status()
        .latencies()
        .latelyByPlace()
        .forEach(
            (place, times) -> {
              long run = times.ran().meanNanos();
              if (times.ran().count() >= FEW
                  && times.waited().meanNanos() > Math.max(run, LEAST_WAIT_NANOS)) {
                find(
                    Finding.Grade.ADVICE,
                    "handler "
                        + place.handlerText()
                        + " waits for its turn on node "
                        + place.node()
                        + millis(times.waited().meanNanos())
                        + " on average, and runs"
                        + millis(run)
                        + ", in the last minute",
                    "more workers there, or another node that hosts it");
              }
            });
  }

  private void whatIsCounted() {
    now(
        manager.storedMessages().failed().size(),
        Finding.Grade.WARNING,
        "failed messages that are kept",
        "dharch messages, dharch failed list: the cause of each");
    counted(
        Counter.BUSY,
        Finding.Grade.WARNING,
        "messages refused, as there was no place for them",
        "more workers, or a longer queue in the flow document");
    counted(
        Counter.NO_TIME_LEFT,
        Finding.Grade.WARNING,
        "attempts not sent, as their handler could not end before the message's deadline",
        "more workers, or a later deadline");
    counted(
        Counter.REPEATS_DENIED,
        Finding.Grade.WARNING,
        "attempts not repeated, as the retry budget was used up",
        "find what fails or is overloaded: the retries of a healthy service stay below a tenth of"
            + " its attempts");
    counted(
        Counter.WAITED_TOO_LONG,
        Finding.Grade.WARNING,
        "messages refused, as they had waited as long as a message may",
        "more workers, or a higher concurrency limit in the flow document");
    counted(
        Counter.SENDS_REFUSED,
        Finding.Grade.PROBLEM,
        "task batches that the transport did not take, as the broker is full or was away",
        "look at the broker's memory and disk limits, and at its log");
    counted(
        Counter.FORGED,
        Finding.Grade.PROBLEM,
        "messages with an invalid signature, or replayed",
        "a node with another key, or an unauthenticated client on the broker: the log has the"
            + " sender");
    counted(
        Counter.MALFORMED,
        Finding.Grade.PROBLEM,
        "replies or heartbeats that could not be read",
        "a node of a release that this one does not understand, most likely");
    counted(
        Counter.PROGRESS_NOT_WRITTEN,
        Finding.Grade.PROBLEM,
        "times that it could not be stored how far a message is",
        "look at the disk of the store, and at the log");
    now(
        manager.storedMessages().unresolved().size(),
        Finding.Grade.PROBLEM,
        "messages that ended with something to be compensated yet",
        "dharch failed unresolved"
            + manager.status().storeFolder().map(folder -> " --store '" + folder + "'").orElse("")
            + ", then dharch failed resolve");
    counted(
        Counter.FAILED_DROPPED,
        Finding.Grade.PROBLEM,
        "failed messages that are not kept, since too many are",
        "replay or drop those that are there");
    counted(
        Counter.ERRORS,
        Finding.Grade.PROBLEM,
        "internal errors",
        "the log has each, please report");
    counted(
        Counter.CONFLICTS,
        Finding.Grade.ADVICE,
        "changes of one part by two handlers of one stage",
        "stages of their own for handlers that write the same: dharch plan");
  }

  /** Problems that were not counted again for a while are over. */
  private void counted(Counter counter, Finding.Grade grade, String problem, String remedy) {
    if (isRecent(counter)) {
      find(grade, problem + ", since the manager began: " + counters.get(counter), remedy);
    }
  }

  private boolean isRecent(Counter counter) {
    return isWithin(counter, OLD);
  }

  private boolean isWithin(Counter counter, Duration time) {
    return manager
        .status()
        .sinceCounted(counter)
        .filter(ago -> ago.compareTo(time) < 0)
        .isPresent();
  }

  private void now(int number, Finding.Grade grade, String problem, String remedy) {
    if (number > 0) {
      find(grade, problem + ": " + number, remedy);
    }
  }

  /** Uses the times of the latest messages, for each orchestration with enough of them. */
  private void stagesThatCouldBeOthers() {
    Times times = Times.of(manager.status().timelines());
    Map<String, Latencies.MessageTimes> followed = manager.status().latencies().byOrchestration();
    for (Orchestration orchestration : manager.orchestrations().byName().values()) {
      Latencies.MessageTimes took = followed.get(orchestration.name());
      if (took == null
          || took.took().count() < FEW
          || !times.handlers().keySet().containsAll(orchestration.handlerNames())) {
        continue;
      }
      Plan plan = Planner.plan(orchestration, manager.orchestrations().policy(), times);
      if (plan.after().stages() < WORTH * plan.before().stages()) {
        find(
            Finding.Grade.ADVICE,
            String.format(
                Locale.ROOT,
                "orchestration %s takes %.2f ms by its handlers' times; in stages %s it would %.2f",
                orchestration.name(),
                plan.before().stages(),
                plan.proposed().notation(),
                plan.after().stages()),
            "dharch times --write T, dharch plan FILE --times T --write NEW");
      }
    }
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, " %.2f ms", nanos / MILLIS);
  }

  private static String count(long number, String problem) {
    return number + " " + problem + (number == 1 ? "" : "s");
  }
}
