package org.dharch.monitor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.CriticalPath;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/** The JSON of docs/monitor.md; times are milliseconds. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double NANOS = 1e6;

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static AdminPage.Answer answer(ObjectNode value) {
    try {
      return AdminPage.Answer.json(
          MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS;
  }

  static ObjectNode node(NodeStatus status) {
    ObjectNode node =
        object()
            .put("node", status.node().toString())
            .put("name", status.node().name())
            .put("state", status.state().name())
            .put("workers", status.workers())
            .put("active", status.active())
            .put("waiting", status.waiting())
            .put("largest", status.largest());
    ProcessOrigin origin = status.origin();
    node.put("release", origin.release())
        .put("host", origin.host())
        .put("pid", origin.pid())
        .put("clock", Instant.ofEpochMilli(origin.clockMillis()).toString());
    ArrayNode handlers = node.putArray("handlers");
    status.handlers().forEach(handlers::add);
    ArrayNode versions = node.putArray("versions");
    for (HandlerVersion each : status.versions()) {
      versions
          .addObject()
          .put("handler", each.handler())
          .put("version", each.version())
          .put("weight", each.weight());
    }
    ArrayNode traits = node.putArray("traits");
    status.traits().stream().sorted().forEach(trait -> traits.add(trait.name()));
    return node;
  }

  /**
   * A message.
   *
   * @param whole with its steps and its timeline
   */
  static ObjectNode message(MessageProgress message, boolean whole) {
    ObjectNode of =
        object()
            .put("id", message.id().toString())
            .put("service", message.target().service())
            .put("operation", message.target().operation())
            .put("flow", message.target().flow())
            .put("orchestration", message.orchestration())
            .put("state", message.state().name())
            .put("started", started(message).toString())
            .put("duration", millis(message.duration()));
    if (message.state().isUnderWay()) {
      of.put("left", millis(message.left())).put("stage", message.stage());
    } else {
      of.put("ended", started(message).plus(message.duration()).toString());
    }
    message.fault().ifPresent(fault -> of.set("fault", fault(fault)));
    if (whole) {
      ArrayNode steps = of.putArray("steps");
      message.steps().forEach(step -> steps.add(step(step)));
      ArrayNode toCompensate = of.putArray("toCompensate");
      message.toCompensate().forEach(toCompensate::add);
      of.set("timeline", timeline(message.timeline()));
      of.set("criticalPath", criticalPath(CriticalPath.of(message.timeline())));
    }
    return of;
  }

  /** By this process's clock, because a reply of another manager has durations. */
  private static Instant started(MessageProgress message) {
    return Instant.now().minus(message.since()).truncatedTo(ChronoUnit.MILLIS);
  }

  /** A message with its holder and its pending compensations. */
  static ObjectNode held(MessageProgress message) {
    ObjectNode of = message(message, false);
    ArrayNode holders = of.putArray("holders");
    message.steps().stream()
        .filter(step -> step.state().equals("SENT") || step.state().equals("AWAITING"))
        .forEach(step -> holders.add(step(step)));
    ArrayNode toCompensate = of.putArray("toCompensate");
    message.toCompensate().forEach(toCompensate::add);
    return of;
  }

  private static ObjectNode step(MessageProgress.Step step) {
    ObjectNode of =
        object()
            .put("stage", step.stage())
            .put("handler", step.handler())
            .put("role", step.role())
            .put("state", step.state())
            .put("node", step.node())
            .put("attempt", step.attempt())
            .put("since", millis(step.since()));
    step.fault().ifPresent(fault -> of.set("fault", fault(fault)));
    return of;
  }

  private static ObjectNode fault(Fault fault) {
    return object()
        .put("code", fault.code().name())
        .put("handler", fault.handler())
        .put("reason", fault.reason());
  }

  private static ObjectNode timeline(Timeline timeline) {
    ObjectNode of =
        object()
            .put("selected", timeline.selectedNanos() / NANOS)
            .put("ended", timeline.endedNanos() / NANOS)
            .put("merge", timeline.mergeNanos() / NANOS);
    ArrayNode attempts = of.putArray("attempts");
    for (Timeline.Attempt attempt : timeline.attempts()) {
      ObjectNode each =
          attempts
              .addObject()
              .put("stage", attempt.stage() + 1)
              .put("handler", attempt.handler())
              .put("node", attempt.node())
              .put("attempt", attempt.number())
              .put("result", attempt.result())
              .put("sent", attempt.sentNanos() / NANOS);
      if (attempt.receivedNanos() >= 0) {
        each.put("received", attempt.receivedNanos() / NANOS)
            .put("way", attempt.transferNanos() / NANOS)
            .put("wait", attempt.queueNanos() / NANOS)
            .put("run", attempt.runNanos() / NANOS);
      }
    }
    ArrayNode notes = of.putArray("notes");
    timeline.notes().forEach(notes::add);
    return of;
  }

  private static ObjectNode criticalPath(CriticalPath path) {
    ObjectNode of =
        object()
            .put("queued", path.queued() / NANOS)
            .put("rest", path.rest() / NANOS)
            .put("savedInParallel", path.saved() / NANOS);
    ArrayNode links = of.putArray("stages");
    for (CriticalPath.Link link : path.links()) {
      links
          .addObject()
          .put("stage", link.stage() + 1)
          .put("handler", link.handler())
          .put("node", link.node())
          .put("took", link.took() / NANOS)
          .put("attempts", link.attempts())
          .put("wait", link.waited() / NANOS)
          .put("way", link.way() / NANOS)
          .put("run", link.ran() / NANOS)
          .put("without", link.without() / NANOS);
    }
    return of;
  }

  static ObjectNode failed(StoredMessage message, boolean whole) {
    ObjectNode of =
        object()
            .put("id", message.key().id().toString())
            .put("service", message.submission().service())
            .put("operation", message.submission().operation())
            .put("flow", message.submission().flow().toString())
            .put("orchestration", message.orchestration())
            .put("client", message.submission().client())
            .put("bytes", message.submission().envelope().length);
    message.failure().ifPresent(failure -> failure(of, failure, whole));
    return of;
  }

  private static void failure(ObjectNode of, FailureRecord failure, boolean whole) {
    of.put("at", failure.at().toString()).put("node", failure.node());
    of.set("fault", fault(failure.fault()));
    ArrayNode unknown = of.putArray("unknown");
    failure.unknown().forEach(unknown::add);
    if (whole) {
      of.set("timeline", timeline(failure.timeline()));
    }
  }
}
