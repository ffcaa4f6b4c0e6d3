package org.dharch.core.config;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.dharch.api.Limits;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.StoreLimits;

/**
 * The configuration of a manager, validated when it is built. Immutable; each method returns a copy
 * with one value changed.
 *
 * @param flow the bounds on queued and executing messages
 * @param timeouts the time limits of a message and its handlers
 * @param nodeSilence how long a node may be silent before it counts as lost; by default at least
 *     {@value #SILENT_BEATS} of its heartbeats, which are rarer if there are many nodes
 * @param startGrace how long after its start a manager lets a message wait for nodes that host its
 *     handlers before it rejects the message; at most a minute, zero by default
 * @param keptTimelines the number of latest timelines that are kept
 * @param storeLimits the bounds on stored failed messages and accepted one-way messages
 * @param limits the bounds on one message
 * @param speculative whether a node that has a whole stage also receives the following stages in
 *     advance, if their handlers are stateless and hosted there
 * @param direct whether that node may forward the message to the nodes of these stages, if their
 *     orchestration permits it; requires {@code speculative}
 * @param ticker the clock
 */
public record DHManagerConfig(
    FlowControl flow,
    Timeouts timeouts,
    Duration nodeSilence,
    Duration startGrace,
    int keptTimelines,
    StoreLimits storeLimits,
    Limits limits,
    boolean speculative,
    boolean direct,
    Ticker ticker) {

  /** The default configuration. */
  public static final DHManagerConfig DEFAULT =
      new DHManagerConfig(
          FlowControl.DEFAULT,
          Timeouts.DEFAULT,
          Duration.ofSeconds(3),
          Duration.ZERO,
          256,
          StoreLimits.DEFAULT,
          Limits.DEFAULT,
          true,
          true,
          Ticker.SYSTEM);

  public DHManagerConfig {
    Objects.requireNonNull(flow, "flow");
    Objects.requireNonNull(timeouts, "timeouts");
    Timeouts.allowed("nodeSilence", nodeSilence);
    if (startGrace.isNegative() || startGrace.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          "startGrace must be at most one minute (got " + startGrace + ")");
    }
    if (keptTimelines < 0) {
      throw new IllegalArgumentException(
          "keptTimelines must be at least 0 (got " + keptTimelines + ")");
    }
  }

  /** The number of heartbeats a node may miss if {@code nodeSilence} is not set. */
  static final int SILENT_BEATS = 12;

  /**
   * The minimum, regardless of the setting: otherwise a node with the configured interval would be
   * lost.
   */
  private static final int LEAST_BEATS = 3;

  /** Returns the minimum number of heartbeats that a node may miss before it counts as lost. */
  public int silentBeats() {
    return isSilenceSet() ? LEAST_BEATS : SILENT_BEATS;
  }

  private boolean isSilenceSet() {
    return !nodeSilence.equals(DEFAULT.nodeSilence);
  }

  /**
   * Returns the longest permitted heartbeat interval. A node's clock is known only from its
   * heartbeats, so a waiting task seems to have waited for as long as the latest heartbeat is old.
   *
   * @param toStart the shortest time in which a stateful handler has to start
   */
  public Duration rarestHeartbeat(Duration toStart) {
    Duration late = toStart.plus(timeouts.transferAllowance()).dividedBy(4);
    Duration silent = nodeSilence.dividedBy(LEAST_BEATS + 1);
    return isSilenceSet() && silent.compareTo(late) < 0 ? silent : late;
  }

  /** Sets IMQueue's hard bound, in messages. */
  public DHManagerConfig queueBound(int value) {
    return flow(flow.queueBound(value));
  }

  /** Sets a fixed concurrency limit: the number of messages in execution. */
  public DHManagerConfig concurrencyLimit(int value) {
    return flow(flow.concurrencyLimit(ConcurrencyLimitSetting.fixed(value)));
  }

  /** Returns the time limit of a message if neither it nor its orchestration sets one. */
  public Duration deadline() {
    return timeouts.deadline();
  }

  /** Sets the time limit of a message if neither it nor its orchestration sets one. */
  public DHManagerConfig deadline(Duration value) {
    return timeouts(timeouts.deadline(value));
  }

  /** Sets how long a handler may wait to start if its entry does not set it. */
  public DHManagerConfig timeToStart(Duration value) {
    return timeouts(timeouts.toStart(value));
  }

  /** Sets how long one attempt may run if its entry does not set it. */
  public DHManagerConfig timeToFinish(Duration value) {
    return timeouts(timeouts.toFinish(value));
  }

  /** Sets how long the round trip to a node may take in addition to these two. */
  public DHManagerConfig transferAllowance(Duration value) {
    return timeouts(timeouts.transferAllowance(value));
  }

  /** Sets the time limit for the compensation of a message, and for its completion callbacks. */
  public DHManagerConfig timeToCompensate(Duration value) {
    return timeouts(timeouts.toCompensate(value));
  }

  public DHManagerConfig flow(FlowControl value) {
    return with(all -> all.flow = value);
  }

  private DHManagerConfig timeouts(Timeouts value) {
    return with(all -> all.timeouts = value);
  }

  public DHManagerConfig nodeSilence(Duration value) {
    return with(all -> all.nodeSilence = value);
  }

  public DHManagerConfig startGrace(Duration value) {
    return with(all -> all.startGrace = value);
  }

  public DHManagerConfig keptTimelines(int value) {
    return with(all -> all.keptTimelines = value);
  }

  public DHManagerConfig storeLimits(StoreLimits value) {
    return with(all -> all.storeLimits = value);
  }

  public DHManagerConfig limits(Limits value) {
    return with(all -> all.limits = value);
  }

  public DHManagerConfig speculative(boolean value) {
    return with(all -> all.speculative = value);
  }

  public DHManagerConfig direct(boolean value) {
    return with(all -> all.direct = value);
  }

  public DHManagerConfig ticker(Ticker value) {
    return with(all -> all.ticker = value);
  }

  private DHManagerConfig with(Consumer<Values> change) {
    Values all = new Values(this);
    change.accept(all);
    return all.config();
  }

  /** A mutable copy of all values. */
  private static final class Values {
    private FlowControl flow;
    private Timeouts timeouts;
    private Duration nodeSilence;
    private Duration startGrace;
    private int keptTimelines;
    private StoreLimits storeLimits;
    private Limits limits;
    private boolean speculative;
    private boolean direct;
    private Ticker ticker;

    Values(DHManagerConfig of) {
      flow = of.flow;
      timeouts = of.timeouts;
      nodeSilence = of.nodeSilence;
      startGrace = of.startGrace;
      keptTimelines = of.keptTimelines;
      storeLimits = of.storeLimits;
      limits = of.limits;
      speculative = of.speculative;
      direct = of.direct;
      ticker = of.ticker;
    }

    DHManagerConfig config() {
      return new DHManagerConfig(
          flow,
          timeouts,
          nodeSilence,
          startGrace,
          keptTimelines,
          storeLimits,
          limits,
          speculative,
          direct,
          ticker);
    }
  }
}
