package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.MessageProgress;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.wire.NodeStatus;

/** What a manager tells (seed 002's status monitor). Safe for any thread. */
public final class ManagerPages {
  private static final int USUAL_LIMIT = 100;

  private final DHManager manager;
  private final BooleanSupplier container;

  private ManagerPages(DHManager manager, BooleanSupplier container) {
    this.manager = manager;
    this.container = container;
  }

  /**
   * The pages of {@code manager}.
   *
   * @param container whether what hands messages in, and takes them, is ready
   */
  public static AdminPages of(DHManager manager, BooleanSupplier container) {
    ManagerPages pages = new ManagerPages(manager, container);
    Metrics metrics = Metrics.of(manager);
    return new AdminPages(
        () -> pages.isReady(pages.unserved()),
        Map.of(
            "/metrics",
            (rest, query) -> new AdminPage.Answer(200, Metrics.TYPE, metrics.text()),
            "/api/status",
            (rest, query) -> pages.status(),
            "/api/nodes",
            (rest, query) -> pages.nodes(),
            "/api/handlers",
            (rest, query) -> pages.handlers(),
            "/api/orchestrations",
            (rest, query) -> pages.orchestrations(),
            "/api/messages",
            pages::messages,
            "/api/halted",
            pages::halted));
  }

  /** The handlers of the orchestrations that are in force which no node serves. */
  private Set<String> unserved() {
    Set<String> names = new TreeSet<>();
    for (Orchestration orchestration : manager.orchestrations().byName().values()) {
      Constructs.eachStage(
          orchestration.body(), stage -> stage.handlers().forEach(h -> names.add(h.name())));
    }
    for (NodeStatus node : manager.nodes()) {
      if (node.state() == NodeStatus.State.READY) {
        names.removeAll(node.handlers());
      }
    }
    return names;
  }

  private boolean isReady(Set<String> unserved) {
    return unserved.isEmpty() && container.getAsBoolean();
  }

  private AdminPage.Answer status() {
    Set<String> names = unserved();
    ObjectNode status = Json.object();
    status.put("kind", "manager").put("ready", isReady(names));
    ArrayNode unserved = status.putArray("unserved");
    names.forEach(unserved::add);
    status.put("inFlight", manager.inFlight()).put("window", manager.window());
    status.put("nodes", manager.nodes().size());
    ObjectNode counters = status.putObject("counters");
    manager.counters().forEach((counter, value) -> counters.put(counter.name(), value));
    return Json.answer(status);
  }

  private AdminPage.Answer nodes() {
    ObjectNode answer = Json.object();
    ArrayNode nodes = answer.putArray("nodes");
    manager.nodes().forEach(status -> nodes.add(Json.node(status)));
    return Json.answer(answer);
  }

  private AdminPage.Answer handlers() {
    ObjectNode answer = Json.object();
    ArrayNode handlers = answer.putArray("handlers");
    Set<String> names = unserved();
    List<NodeStatus> nodes = manager.nodes();
    nodes.forEach(node -> names.addAll(node.handlers()));
    for (String name : names) {
      ArrayNode on = handlers.addObject().put("name", name).putArray("nodes");
      nodes.stream()
          .filter(node -> node.handlers().contains(name))
          .forEach(node -> on.add(node.node().toString()));
    }
    return Json.answer(answer);
  }

  private AdminPage.Answer orchestrations() {
    ObjectNode answer = Json.object();
    ArrayNode orchestrations = answer.putArray("orchestrations");
    manager
        .orchestrations()
        .byName()
        .forEach(
            (name, orchestration) ->
                orchestrations
                    .addObject()
                    .put("name", name)
                    .put("stages", orchestration.notation())
                    .put("durable", orchestration.durable()));
    return Json.answer(answer);
  }

  private AdminPage.Answer messages(String rest, Map<String, String> query) {
    if (!rest.isEmpty()) {
      return manager
          .progress(MessageId.parse(rest))
          .map(message -> Json.answer(Json.message(message, true)))
          .orElseGet(() -> none("message " + rest + " is not here, nor among the latest to end"));
    }
    Set<String> known = Set.of("service", "node", "olderThan", "ended", "limit");
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "parameter " + name + "; allowed are " + new TreeSet<>(known));
      }
    }
    MessageProgress.Filter filter =
        new MessageProgress.Filter(
            Optional.ofNullable(query.get("service")),
            Optional.ofNullable(query.get("node")),
            duration(query.get("olderThan")),
            flag("ended", query.getOrDefault("ended", "true")),
            number("limit", query.getOrDefault("limit", Integer.toString(USUAL_LIMIT))));
    ObjectNode answer = Json.object();
    ArrayNode messages = answer.putArray("messages");
    manager.progress(filter).forEach(message -> messages.add(Json.message(message, false)));
    return Json.answer(answer);
  }

  private AdminPage.Answer halted(String rest, Map<String, String> query) {
    if (!rest.isEmpty()) {
      return manager
          .halted(MessageId.parse(rest))
          .map(message -> Json.answer(Json.halted(message, true)))
          .orElseGet(() -> none("no halted message " + rest + " is kept"));
    }
    int limit = number("limit", query.getOrDefault("limit", Integer.toString(USUAL_LIMIT)));
    if (limit < 1 || limit > MessageProgress.Filter.MOST) {
      throw new IllegalArgumentException(
          "limit=" + limit + "; 1 to " + MessageProgress.Filter.MOST + " is allowed");
    }
    List<StoredMessage> kept = manager.halted();
    ObjectNode answer = Json.object();
    answer.put("kept", kept.size());
    ArrayNode halted = answer.putArray("halted");
    for (int i = kept.size() - 1; i >= 0 && halted.size() < limit; i--) { // the latest first
      halted.add(Json.halted(kept.get(i), false));
    }
    return Json.answer(answer);
  }

  private static AdminPage.Answer none(String reason) {
    return AdminPage.Answer.text(404, reason + "\n");
  }

  private static Duration duration(String text) {
    try {
      return text == null ? Duration.ZERO : Durations.parse("olderThan", text);
    } catch (DHArchException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static boolean flag(String name, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(name + "=" + text + "; true or false is allowed");
    }
    return text.equals("true");
  }

  private static int number(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + text + "; a whole number is allowed", e);
    }
  }
}
