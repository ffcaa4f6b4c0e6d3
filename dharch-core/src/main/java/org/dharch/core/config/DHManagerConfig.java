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
 * Everything that can be set on a manager, validated when it is built. Immutable; each method gives
 * a copy with that one value changed.
 *
 * @param flow how the load is kept within what can be carried
 * @param timeouts how long what a message waits for may take
 * @param nodeSilence how long a node may be silent before it counts as lost; as long as nothing is
 *     said, {@value #SILENT_BEATS} of its heartbeats at least, which are rarer where there are many
 * @param startGrace how long after its start a manager lets a message wait for nodes that serve its
 *     handlers, before it says that there are none; a minute at most. Zero if nothing is said: who
 *     starts both knows when the nodes are there
 * @param keptTimelines how many of the latest timelines are kept
 * @param storeLimits the bounds on what is kept of halted and of accepted one-way messages
 * @param limits the bounds on one message
 * @param speculative whether a node that has all of a stage is given the stages after it ahead, as
 *     far as their handlers are stateless and there, too
 * @param direct whether it may pass the message on to other nodes for these, where their
 *     orchestration lets it; without visits it may not
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

  /** The values that a manager has when nothing is said. */
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

  /** So many heartbeats of a node may be missed, if {@code nodeSilence} is not said. */
  static final int SILENT_BEATS = 12;

  /**
   * The minimum, regardless of the setting: otherwise a node with the configured interval would be
   * lost.
   */
  private static final int LEAST_BEATS = 3;

  /** How many heartbeats a node may miss at least before it counts as lost. */
  public int silentBeats() {
    return isSilenceSaid() ? LEAST_BEATS : SILENT_BEATS;
  }

  private boolean isSilenceSaid() {
    return !nodeSilence.equals(DEFAULT.nodeSilence);
  }

  /**
   * How rarely a node may announce itself: its clock is known by its heartbeats, so that what waits
   * for its turn seems to have waited for as long as the latest is old.
   *
   * @param toStart the shortest time in which a stateful handler has to start
   */
  public Duration rarestHeartbeat(Duration toStart) {
    Duration late = toStart.plus(timeouts.transferAllowance()).dividedBy(4);
    Duration silent = nodeSilence.dividedBy(LEAST_BEATS + 1);
    return isSilenceSaid() && silent.compareTo(late) < 0 ? silent : late;
  }

  /** IMQueue's hard bound, in messages. */
  public DHManagerConfig queueBound(int value) {
    return flow(flow.queueBound(value));
  }

  /** A fixed window: how many messages are in execution at once. */
  public DHManagerConfig concurrencyLimit(int value) {
    return flow(flow.concurrencyLimit(ConcurrencyLimitSetting.fixed(value)));
  }

  /** How long a message may take if neither it nor its orchestration says. */
  public Duration deadline() {
    return timeouts.deadline();
  }

  /** The same, with another time for a message. */
  public DHManagerConfig deadline(Duration value) {
    return timeouts(timeouts.deadline(value));
  }

  /** How long a handler may wait for its turn if its entry does not say. */
  public DHManagerConfig timeToStart(Duration value) {
    return timeouts(timeouts.toStart(value));
  }

  /** How long one attempt may run if its entry does not say. */
  public DHManagerConfig timeToFinish(Duration value) {
    return timeouts(timeouts.toFinish(value));
  }

  /** Sets how long the round trip to a node may take besides these two. */
  public DHManagerConfig transferAllowance(Duration value) {
    return timeouts(timeouts.transferAllowance(value));
  }

  /** How long compensating a message that halts may take, and again telling of a message's end. */
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

  /** All that is set, one of which is to be something else. */
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
