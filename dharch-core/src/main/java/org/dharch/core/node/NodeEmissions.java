package org.dharch.core.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.text.Reason;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.NodeEmission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the emissions of one node's handlers to managers, and notifies the handlers of the
 * outcomes. Safe for any thread.
 */
final class NodeEmissions {
  private static final Logger log = LoggerFactory.getLogger(NodeEmissions.class);

  private final NodeConfig config;
  private final NodeChannel channel;
  private final Executor telling;
  private final EmissionCheck check;
  private final EmittedFormat format;
  private final EmissionsOut out;

  /**
   * @param telling calls handlers; refuses what it has no room for
   */
  NodeEmissions(NodeConfig config, NodeChannel channel, Executor telling) {
    this.config = config;
    this.channel = channel;
    this.telling = telling;
    this.check = new EmissionCheck(config.limits());
    this.format = new EmittedFormat(config.limits());
    this.out = new EmissionsOut(config.ticker(), EmissionsOut.BOUND);
  }

  /**
   * See {@link org.dharch.api.Emitter#emit}.
   *
   * @throws IllegalArgumentException if it can never be sent
   */
  boolean emit(String handler, Emission emission) {
    NodeEmission from = new NodeEmission(config.id(), handler, emission);
    DMFormat message;
    try {
      message = check.encode(from);
    } catch (MalformedMessageException e) {
      throw new IllegalArgumentException(EmissionCheck.said(emission, e), e);
    }
    if (!out.add(handler, List.of(emission))) {
      return false;
    }
    if (isTaken(from, message)) {
      return true;
    }
    out.forget(emission.id());
    return false;
  }

  private boolean isTaken(NodeEmission from, DMFormat message) {
    try {
      return channel.emit(from.queue(), message);
    } catch (MalformedMessageException e) {
      throw new IllegalArgumentException(EmissionCheck.said(from.emission(), e), e);
    } catch (RuntimeException e) {
      log.warn("{} is not sent: {}", from, Reason.of(e));
      return false;
    }
  }

  /**
   * A oneway handler has performed, whose result is not awaited: its emissions are sent at once.
   */
  void emitAll(TaskRun task) {
    List<Emission> emissions = task.result.changes().emissions();
    long dropped = emissions.stream().filter(e -> !emit(task.task.handler(), e)).count();
    if (dropped > 0) {
      log.warn(
          "message {}: {} of {} emissions of oneway handler {} are dropped: there is no room",
          task.key.id(),
          dropped,
          emissions.size(),
          task.task.handler());
    }
  }

  /** The manager sends what a result holds; why that cannot be; empty if it can. */
  Optional<String> expect(String handler, List<Emission> emissions) {
    for (Emission emission : emissions) {
      Optional<String> problem = check.problem(new NodeEmission(config.id(), handler, emission));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return out.add(handler, emissions)
        ? Optional.empty()
        : Optional.of("more than " + EmissionsOut.BOUND + " emissions of this node are out");
  }

  /**
   * Notifies the handler of an outcome.
   *
   * @throws MalformedMessageException if {@code message} cannot be decoded
   */
  void take(DMFormat message) {
    List<Emitted> outcomes = format.emitted(message);
    Map<String, List<Emitted>> heard = new LinkedHashMap<>(2);
    for (Emitted outcome : outcomes) {
      out.tell(message.id(), outcome)
          .ifPresent(h -> heard.computeIfAbsent(h, any -> new ArrayList<>()).add(outcome));
    }
    heard.forEach((handler, all) -> tell(handler, message.id(), all));
  }

  private void tell(String handler, MessageId id, List<Emitted> outcomes) {
    HostedHandler hosted = config.handlers().get(handler);
    try {
      telling.execute(() -> outcomes.forEach(outcome -> call(hosted, id, outcome)));
    } catch (RejectedExecutionException e) {
      log.warn("handler not notified handler={} emission={} reason=queue-full", handler, id);
    }
  }

  private static void call(HostedHandler hosted, MessageId id, Emitted outcome) {
    try {
      hosted.handler.emitted(id, outcome);
    } catch (Throwable e) { // an Error of a handler is its own, the node goes on
      log.warn("handler {} failed at hearing of emission {}", hosted.name, id, e);
    }
  }
}
