package org.dharch.core.node.emission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.Reason;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the emissions of one node's handlers to managers, and notifies the handlers of the
 * outcomes. Safe for any thread.
 */
public final class NodeEmissions {
  private static final Logger log = LoggerFactory.getLogger(NodeEmissions.class);

  private final NodeId node;
  private final Map<String, DHHandler> handlers;
  private final NodeChannel channel;
  private final Executor telling;
  private final EmissionCheck check;
  private final EmittedFormat format;
  private final EmissionsOut out;

  /**
   * @param telling executes the calls of handlers; rejects them if it has no capacity
   */
  public NodeEmissions(
      NodeId node,
      Map<String, DHHandler> handlers,
      Limits limits,
      Ticker ticker,
      NodeChannel channel,
      Executor telling) {
    this.node = node;
    this.handlers = handlers;
    this.channel = channel;
    this.telling = telling;
    this.check = new EmissionCheck(limits);
    this.format = new EmittedFormat(limits);
    this.out = new EmissionsOut(ticker, EmissionsOut.BOUND);
  }

  /**
   * Sends an emission; see {@link org.dharch.api.Emitter#emit}.
   *
   * @throws IllegalArgumentException if it can never be sent
   */
  public boolean emit(String handler, Emission emission) {
    NodeEmission from = new NodeEmission(node, handler, emission);
    DMFormat message;
    try {
      message = check.encode(from);
    } catch (MalformedMessageException e) {
      throw new IllegalArgumentException(EmissionCheck.problem(emission, e), e);
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
      throw new IllegalArgumentException(EmissionCheck.problem(from.emission(), e), e);
    } catch (RuntimeException e) {
      log.warn("Failed to send emission={} reason={}", from, Reason.of(e));
      return false;
    }
  }

  /** Sends the emissions of a oneway handler at once, because its result is not awaited. */
  public void emitAll(AttemptKey attempt, List<Emission> emissions) {
    long dropped = emissions.stream().filter(e -> !emit(attempt.handler(), e)).count();
    if (dropped > 0) {
      log.warn(
          "Dropped emissions message={} dropped={} of={} handler={} reason=queue-full",
          attempt.id(),
          dropped,
          emissions.size(),
          attempt.handler());
    }
  }

  /**
   * Registers the emissions of a result, which the manager sends. Returns the reason if that is not
   * possible; otherwise empty.
   */
  public Optional<String> expect(String handler, List<Emission> emissions) {
    for (Emission emission : emissions) {
      Optional<String> problem = check.problem(new NodeEmission(node, handler, emission));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return out.add(handler, emissions)
        ? Optional.empty()
        : Optional.of("this node must have at most " + EmissionsOut.BOUND + " emissions pending");
  }

  /**
   * Notifies the handler of an outcome.
   *
   * @throws MalformedMessageException if {@code message} cannot be decoded
   */
  public void take(DMFormat message) {
    List<Emitted> outcomes = format.emitted(message);
    Map<String, List<Emitted>> byHandler = new LinkedHashMap<>(2);
    for (Emitted outcome : outcomes) {
      out.record(message.id(), outcome)
          .ifPresent(h -> byHandler.computeIfAbsent(h, any -> new ArrayList<>()).add(outcome));
    }
    byHandler.forEach((handler, all) -> report(handler, message.id(), all));
  }

  private void report(String handler, MessageId id, List<Emitted> outcomes) {
    try {
      telling.execute(() -> outcomes.forEach(outcome -> call(handler, id, outcome)));
    } catch (RejectedExecutionException e) {
      log.warn("Handler not notified handler={} emission={} reason=queue-full", handler, id);
    }
  }

  private void call(String handler, MessageId id, Emitted outcome) {
    try {
      handlers.get(handler).emitted(id, outcome);
    } catch (Throwable e) { // an Error of a handler does not stop the node
      log.warn("Handler failed in its notification handler={} emission={}", handler, id, e);
    }
  }
}
