package org.dharch.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.dharch.core.message.MessageId;
import org.dharch.core.node.NodeId;
import org.dharch.core.node.NodeStatus;
import org.dharch.core.spi.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries events to the executions in MPQueue; the world that they see. Used only by whoever has
 * the {@link Conductor}'s turn.
 */
final class Executor implements World {
  private static final Logger LOG = LoggerFactory.getLogger(Executor.class);

  private final MPQueue mpQueue;
  private final NodeDirectory directory;
  private final Counters counters;
  private final Ticker ticker;
  private final DoubleSupplier random;

  /** What the event in hand leads to; empty between events. */
  private final List<Effect> effects = new ArrayList<>();

  private long now;

  Executor(
      MPQueue mpQueue,
      NodeDirectory directory,
      Counters counters,
      Ticker ticker,
      DoubleSupplier random) {
    this.mpQueue = mpQueue;
    this.directory = directory;
    this.counters = counters;
    this.ticker = ticker;
    this.random = random;
  }

  /** Gives {@code event} to the message. */
  void apply(DHMContext message, Event event) {
    now = ticker.nanos();
    try {
      message.execution().on(event, this, effects);
    } catch (RuntimeException e) {
      counters.count(Counter.ERRORS);
      LOG.error("message {} is halted: {} failed", message.id(), event, e);
      Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "", "internal error: " + e);
      message.execution().on(new Event.Abandoned(fault), this, effects);
    }
    message.want(effects);
    effects.clear();
    mpQueue.touched(message);
  }

  /** Gives {@code event} to the message of this id; false if it is not in execution. */
  boolean apply(MessageId id, Event event) {
    Optional<DHMContext> message = mpQueue.find(id);
    message.ifPresent(m -> apply(m, event));
    return message.isPresent();
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long precise() {
    return ticker.nanos();
  }

  @Override
  public Optional<NodeId> place(String handler, Optional<String> only, Optional<NodeId> avoid) {
    return directory.place(handler, only, avoid);
  }

  @Override
  public boolean alive(NodeId node) {
    return directory.alive(node);
  }

  @Override
  public boolean remembers(NodeId node) {
    return directory.has(node, NodeStatus.Trait.REMEMBERS);
  }

  @Override
  public void assigned(NodeId node) {
    directory.assigned(node);
  }

  @Override
  public void released(NodeId node) {
    directory.released(node);
  }

  @Override
  public double jitter() {
    return random.getAsDouble();
  }

  @Override
  public void count(Counter counter) {
    counters.count(counter);
  }
}
