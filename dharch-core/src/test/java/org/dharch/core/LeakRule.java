package org.dharch.core;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.core.Rules.Broken;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.node.SimulatedNode;

/**
 * Rule 62: nothing leaks. When no message is under way, nothing of one is left in its manager or in
 * a node: every collection of every object is empty, and every count zero, but for what is known of
 * nodes, what is learned, and what is kept of messages that have ended.
 */
final class LeakRule {
  /** What stays on purpose. */
  private static final Set<String> KEPT =
      Set.of(
          // nodes
          "Candidates.places",
          "Candidates.ranks",
          "DuplicateNodes.all",
          "GoneNodes.all",
          "Incarnations.Known.over",
          "Incarnations.incarnations",
          "NodeDirectory.byHandler",
          "NodeDirectory.byName",
          "NodeDirectory.members",
          "NodeDirectory.nodes",
          "SilenceWatch.byDue",
          "SilenceWatch.nodes",
          // what is learned and counted
          "AttemptHistory.budgets",
          "AttemptHistory.handlers",
          "Counters.latest",
          "Counters.values",
          "FairQueueing.active",
          "FairQueueing.byDone",
          "FairQueueing.present",
          "JobSizes.classes",
          "RepeatedLogs.logs",
          "Slots.Usage.uses",
          // settings
          "Conductor.agents",
          "Emissions.serviceNames",
          "Emissions.taken",
          "FairQueueing.weights",
          "FairQueues.Backlog.bySize",
          "HandlerLimits.limits",
          "NodeEmissions.handlers",
          // bounded memories of what has ended
          "AttemptLog.RecentResults.results",
          "DeferredAttempts.last",
          "DeliveryConfirmations.late",
          "Emissions.ended",
          "EmissionsOut.all",
          "EmissionsOut.expiries",
          "EndedMessages.latest",
          "ExecutionJournal.attempts",
          "ExecutionJournal.expiries",
          "PendingCompensations.waiting",
          "StoredMessageReplayer.reported",
          "StoredMessageReplayer.waiting",
          // branches for which others did not come, until their time is over
          "PendingJoins.pendingJoins");

  /** Neither looked at nor followed. */
  private static final Set<String> OUTSIDE =
      Set.of(
          "ManagerParts.store",
          "StoreContext.store",
          "Orchestrations.byName",
          "Orchestrations.rules",
          "Orchestrations.RuleIndex.kinds",
          "Orchestrations.RuleIndex.places",
          "Orchestrations.RuleIndex.services",
          "PendingJoins.Join.branches",
          "PendingJoins.Join.results");

  private static final Set<String> COUNTS =
      Set.of(
          "DHMContext.NestedCalls.calls",
          "Deadlines.size",
          "EarlyMessages.continuing",
          "Emissions.bytes",
          "FairQueues.size",
          "NestedTasks.waiting",
          "NodeCapacity.bytes",
          "NodeCapacity.outboundReplies",
          "NodeCapacity.waiting",
          "NodeLoad.bytes",
          "NodeLoad.tasks",
          "OutboundSends.bytes",
          "Replies.batches",
          "WriteBehindBuffer.bytes");

  private final DHManager manager;
  private final Set<NestedCalls> families = new HashSet<>();

  LeakRule(DHManager manager) {
    this.manager = manager;
  }

  /** After each step: notes which requests have calls. */
  void look() {
    families.addAll(ManagerProbe.of(manager).families());
  }

  /** When no message is under way. */
  void check(Stream<SimulatedNode> nodes) {
    if (Leftovers.of(ManagerProbe.of(manager).everything(), COUNTS, OUTSIDE)
        .containsKey("Slots.answers")) {
      return; // a service has not answered a nested call: that is under way
    }
    check("manager", ManagerProbe.of(manager).everything());
    families.forEach(family -> check("the calls of a request", family));
    nodes
        .filter(node -> node.answers() && node.isIdle())
        .forEach(node -> check("node " + node.id(), node.node()));
  }

  private static void check(String what, Object root) {
    String left =
        Leftovers.of(root, COUNTS, OUTSIDE).entrySet().stream()
            .filter(each -> !KEPT.contains(each.getKey()))
            .map(Map.Entry::toString)
            .collect(Collectors.joining(", "));
    if (!left.isEmpty()) {
      throw new Broken(62, "left in " + what + ": " + left);
    }
  }
}
