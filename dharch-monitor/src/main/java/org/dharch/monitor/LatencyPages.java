package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.DHManager;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.metrics.LatencyHistogram;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.planner.Times;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.QueueLengths;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeStatus;

/** The latencies of a manager's messages and handlers, and its queues. Safe for any thread. */
final class LatencyPages {
  private static final double NANOS = 1e6;

  private final DHManager manager;
  private final RecommendedWorkers wanted;

  LatencyPages(DHManager manager, RecommendedWorkers wanted) {
    this.manager = manager;
    this.wanted = wanted;
  }

  /** The nodes of each handler, with its latencies there. */
  AdminPage.Answer handlers(Set<String> unserved) {
    ObjectNode answer = Json.object();
    ArrayNode handlers = answer.putArray("handlers");
    Map<Latencies.Place, Latencies.AttemptTimes> measured = manager.status().latencies().byPlace();
    Map<Latencies.Place, Latencies.AttemptTimes> lately =
        manager.status().latencies().latelyByPlace();
    List<NodeStatus> nodes = manager.status().nodes();
    Set<String> names = new TreeSet<>(unserved);
    nodes.forEach(node -> names.addAll(node.handlers()));
    measured.keySet().forEach(place -> names.add(place.handler()));
    for (String name : names) {
      ObjectNode handler = handlers.addObject().put("name", name);
      ArrayNode on = handler.putArray("nodes");
      ArrayNode versions = handler.putArray("versions");
      for (NodeStatus node : nodes) {
        if (node.handlers().contains(name)) {
          on.add(node.node().toString());
          versions(node, name, versions);
        }
      }
      ArrayNode times = handler.putArray("times");
      measured.forEach(
          (place, of) -> {
            if (place.handler().equals(name)) {
              ObjectNode here = times.addObject().put("node", place.node());
              here.put("version", place.version());
              results(here, of);
              times(here, of);
              times(here.putObject("lately"), lately.get(place)); // none goes
            }
          });
    }
    return Json.answer(answer);
  }

  private static void versions(NodeStatus node, String handler, ArrayNode to) {
    for (HandlerVersion each : node.versions()) {
      if (each.handler().equals(handler)) {
        to.addObject()
            .put("version", each.version())
            .put("node", node.node().toString())
            .put("weight", each.weight());
      }
    }
  }

  private static void results(ObjectNode on, Latencies.AttemptTimes of) {
    ObjectNode results = on.putObject("results");
    of.results().forEach(results::put);
  }

  private static void times(ObjectNode on, Latencies.AttemptTimes of) {
    on.set("wait", histogram(of.waited()));
    on.set("way", histogram(of.way()));
    on.set("run", histogram(of.ran()));
  }

  private static ObjectNode histogram(LatencyHistogram.Snapshot of) {
    return Json.object()
        .put("count", of.count())
        .put("mean", of.meanNanos() / NANOS)
        .put("p50", of.quantileNanos(0.5) / NANOS)
        .put("p95", of.quantileNanos(0.95) / NANOS)
        .put("p99", of.quantileNanos(0.99) / NANOS);
  }

  /** The orchestrations, with the latencies of their messages. */
  AdminPage.Answer orchestrations() {
    ObjectNode answer = Json.object();
    ArrayNode orchestrations = answer.putArray("orchestrations");
    Map<String, Latencies.MessageTimes> measured = manager.status().latencies().byOrchestration();
    Map<String, Latencies.MessageTimes> lately =
        manager.status().latencies().latelyByOrchestration();
    for (Orchestration one : manager.orchestrations().byName().values()) {
      ObjectNode of =
          orchestrations
              .addObject()
              .put("name", one.name())
              .put("stages", one.notation())
              .put("durable", one.durable());
      Latencies.MessageTimes times = measured.get(one.name());
      if (times != null) {
        times(of, times);
        times(of.putObject("lately"), lately.get(one.name())); // none goes
      }
    }
    return Json.answer(answer);
  }

  private static void times(ObjectNode on, Latencies.MessageTimes of) {
    on.set("wait", histogram(of.waited()));
    on.set("merge", histogram(of.merged()));
    on.set("took", histogram(of.took()));
  }

  AdminPage.Answer queues() {
    QueueLengths queues = manager.status().queues();
    ObjectNode answer =
        Json.object()
            .put("waiting", queues.waiting())
            .put("executing", queues.executing())
            .put("concurrencyLimit", queues.concurrencyLimit());
    ObjectNode waiting = answer.putObject("held");
    queues.held().forEach(waiting::put);
    ObjectNode workers = answer.putObject("wantedWorkers");
    wanted.now(queues).forEach(workers::put);
    ArrayNode nodes = answer.putArray("nodes");
    for (NodeStatus node : manager.status().nodes()) {
      nodes
          .addObject()
          .put("node", node.node().toString())
          .put("workers", node.workers())
          .put("active", node.active())
          .put("waiting", node.waiting());
    }
    return Json.answer(answer);
  }

  /** The timelines of ended messages: the slowest first, or the latest. */
  AdminPage.Answer timelines(Map<String, String> query) {
    Query asked = new Query(query, "service", "orchestration", "olderThan", "slowest", "limit");
    List<MessageProgress> ended = new ArrayList<>(manager.status().ended());
    Collections.reverse(ended);
    if (asked.flag("slowest", false)) {
      ended.sort(Comparator.comparing(MessageProgress::duration).reversed());
    }
    ObjectNode answer = Json.object();
    ArrayNode messages = answer.putArray("messages");
    ended.stream()
        .filter(m -> asked.text("service").filter(s -> !s.equals(m.target().service())).isEmpty())
        .filter(
            m -> asked.text("orchestration").filter(o -> !o.equals(m.orchestration())).isEmpty())
        .filter(m -> m.duration().compareTo(asked.duration("olderThan")) >= 0)
        .limit(asked.limit())
        .forEach(message -> messages.add(Json.message(message, true)));
    return Json.answer(answer);
  }

  /** The measured times as input for the planner, from the latest ended messages. */
  AdminPage.Answer times() {
    Times times = Times.of(manager.status().timelines());
    ObjectNode answer = Json.object().put("messages", manager.status().ended().size());
    ObjectNode handlers = answer.putObject("handlers");
    times
        .handlers()
        .forEach(
            (name, of) ->
                handlers
                    .putObject(name)
                    .put("tcomp", of.tcomp())
                    .put("tdata", of.tdata())
                    .put("c", of.c()));
    return Json.answer(answer);
  }
}
