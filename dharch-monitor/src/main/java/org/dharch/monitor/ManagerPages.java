package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.dharch.core.DHManager;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.monitor.health.Doctor;
import org.dharch.monitor.health.Finding;

/** The pages of a manager (seed 002's status monitor). Safe for any thread. */
public final class ManagerPages {
  private final DHManager manager;
  private final BooleanSupplier container;

  private ManagerPages(DHManager manager, BooleanSupplier container) {
    this.manager = manager;
    this.container = container;
  }

  /**
   * Creates the admin pages of {@code manager}.
   *
   * @param container whether the container can submit and accept messages
   */
  public static AdminPages of(DHManager manager, BooleanSupplier container) {
    ManagerPages pages = new ManagerPages(manager, container);
    RecommendedWorkers wanted =
        new RecommendedWorkers(manager.status().latencies(), System::nanoTime);
    Metrics metrics = Metrics.of(manager, wanted);
    LatencyPages latencies = new LatencyPages(manager, wanted);
    Map<String, AdminPage> all = new HashMap<>();
    all.put("/metrics", metrics.page());
    all.put("/api/status", AdminPage.withoutParameters(pages::status));
    all.put("/api/nodes", AdminPage.withoutParameters(pages::nodes));
    all.put(
        "/api/handlers", AdminPage.withoutParameters(() -> latencies.handlers(pages.unserved())));
    all.put(
        "/api/orchestrations",
        (rest, query) -> {
          Query.rejectAll(query);
          return rest.isEmpty() ? latencies.orchestrations() : OrchestrationPage.of(manager, rest);
        });
    all.put("/api/queues", AdminPage.withoutParameters(latencies::queues));
    all.put("/api/timelines", AdminPage.alone(latencies::timelines));
    all.put("/api/times", AdminPage.withoutParameters(latencies::times));
    all.put("/api/doctor", AdminPage.withoutParameters(pages::doctor));
    all.put("/api/messages", pages::messages);
    all.put("/api/managers", new ManagersPage(manager)::answer);
    all.put("/api/failed", new FailedPages(manager).page());
    all.put("/api/unresolved", new UnresolvedPages(manager).page());
    return new AdminPages(pages::notReady, all).withPage();
  }

  /** The handlers of active orchestrations that no node hosts. */
  private Set<String> unserved() {
    Set<String> names = new TreeSet<>();
    for (Orchestration orchestration : manager.orchestrations().byName().values()) {
      names.addAll(orchestration.handlerNames());
    }
    for (NodeStatus node : manager.status().nodes()) {
      if (node.state() == NodeStatus.State.READY) {
        names.removeAll(node.handlers());
      }
    }
    return names;
  }

  private Optional<String> notReady() {
    if (!unserved().isEmpty()) {
      return Optional.of("no node hosts a handler");
    }
    return container.getAsBoolean() ? Optional.empty() : Optional.of("the container is not ready");
  }

  private boolean isReady(Set<String> unserved) {
    return unserved.isEmpty() && container.getAsBoolean();
  }

  private AdminPage.Answer status() {
    Set<String> names = unserved();
    ObjectNode status = Json.object();
    status.put("kind", "manager").put("ready", isReady(names));
    status.put("pid", ProcessHandle.current().pid());
    ArrayNode unserved = status.putArray("unserved");
    names.forEach(unserved::add);
    status
        .put("inFlight", manager.status().inFlight())
        .put("concurrencyLimit", manager.status().concurrencyLimit());
    status.put("connected", manager.status().isConnected());
    status.put("nodes", manager.status().nodes().size());
    BrokerPages.addAll(status, manager.status().brokers());
    ObjectNode counters = status.putObject("counters");
    manager.status().counters().forEach((counter, value) -> counters.put(counter.name(), value));
    return Json.answer(status);
  }

  private AdminPage.Answer nodes() {
    ObjectNode answer = Json.object();
    ArrayNode nodes = answer.putArray("nodes");
    Set<NodeId> linked = manager.status().linked();
    for (NodeStatus status : manager.status().nodes()) {
      nodes.add(Json.node(status).put("linked", linked.contains(status.node())));
    }
    return Json.answer(answer);
  }

  private AdminPage.Answer doctor() {
    ObjectNode answer = Json.object();
    ArrayNode findings = answer.putArray("findings");
    for (Finding finding : Doctor.check(manager, unserved())) {
      findings
          .addObject()
          .put("grade", finding.grade().name())
          .put("what", finding.what())
          .put("remedy", finding.remedy());
    }
    return Json.answer(answer);
  }

  private AdminPage.Answer messages(String rest, Map<String, String> query) {
    if (!rest.isEmpty()) {
      Query.rejectAll(query);
      return new MessageLookup(manager).answer(rest);
    }
    MessageProgress.Filter filter = MessagesQuery.filter(query);
    ObjectNode answer = Json.object();
    ArrayNode messages = answer.putArray("messages");
    manager
        .status()
        .progress(filter)
        .forEach(message -> messages.add(Json.message(message, false)));
    return Json.answer(answer);
  }
}
