package org.dharch.core;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.WindowSetting;
import org.dharch.core.message.Limits;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.StoreLimits;

/**
 * Everything that can be set on a manager, validated when it is built. Immutable; each method gives
 * a copy with that one value changed.
 *
 * @param flow how the load is kept within what can be carried
 * @param deadline how long a message may take if neither it nor its orchestration says
 * @param timeToStart how long a handler may wait for its turn if its entry does not say
 * @param timeToFinish how long one attempt may run if its entry does not say
 * @param transferAllowance how long the way to a node and back may take beside these two
 * @param timeToUnwind how long compensating a message that halts may take, and again telling
 *     handlers of a message's end
 * @param nodeSilence how long a node may be silent before it counts as lost
 * @param keptTimelines how many of the latest timelines are kept
 * @param storeLimits the bounds on what is kept of halted and of accepted one-way messages
 * @param limits the bounds on one message
 * @param ticker the clock
 */
public record DHManagerConfig(
    FlowControl flow,
    Duration deadline,
    Duration timeToStart,
    Duration timeToFinish,
    Duration transferAllowance,
    Duration timeToUnwind,
    Duration nodeSilence,
    int keptTimelines,
    StoreLimits storeLimits,
    Limits limits,
    Ticker ticker) {

  /** The values that a manager has when nothing is said. */
  public static final DHManagerConfig DEFAULT =
      new DHManagerConfig(
          FlowControl.DEFAULT,
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3),
          256,
          StoreLimits.DEFAULT,
          Limits.DEFAULT,
          Ticker.SYSTEM);

  public DHManagerConfig {
    Objects.requireNonNull(flow, "flow");
    positive("deadline", deadline);
    positive("timeToStart", timeToStart);
    positive("timeToFinish", timeToFinish);
    positive("transferAllowance", transferAllowance);
    positive("timeToUnwind", timeToUnwind);
    positive("nodeSilence", nodeSilence);
    atLeast("keptTimelines", keptTimelines, 0);
  }

  private static void atLeast(String field, int value, int min) {
    if (value < min) {
      throw new IllegalArgumentException(field + "=" + value + "; " + min + " or more is allowed");
    }
  }

  private static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          field + "=" + value + "; more than zero and at most 365 days is allowed");
    }
  }

  /** IMQueue's hard bound, in messages. */
  public DHManagerConfig queueBound(int value) {
    return flow(flow.queueBound(value));
  }

  /** A fixed window: how many messages are in execution at once. */
  public DHManagerConfig window(int value) {
    return flow(flow.window(WindowSetting.fixed(value)));
  }

  public DHManagerConfig flow(FlowControl value) {
    return with(draft -> draft.flow = value);
  }

  public DHManagerConfig deadline(Duration value) {
    return with(draft -> draft.deadline = value);
  }

  public DHManagerConfig timeToStart(Duration value) {
    return with(draft -> draft.timeToStart = value);
  }

  public DHManagerConfig timeToFinish(Duration value) {
    return with(draft -> draft.timeToFinish = value);
  }

  public DHManagerConfig transferAllowance(Duration value) {
    return with(draft -> draft.transferAllowance = value);
  }

  public DHManagerConfig timeToUnwind(Duration value) {
    return with(draft -> draft.timeToUnwind = value);
  }

  public DHManagerConfig nodeSilence(Duration value) {
    return with(draft -> draft.nodeSilence = value);
  }

  public DHManagerConfig keptTimelines(int value) {
    return with(draft -> draft.keptTimelines = value);
  }

  public DHManagerConfig storeLimits(StoreLimits value) {
    return with(draft -> draft.storeLimits = value);
  }

  public DHManagerConfig limits(Limits value) {
    return with(draft -> draft.limits = value);
  }

  public DHManagerConfig ticker(Ticker value) {
    return with(draft -> draft.ticker = value);
  }

  private DHManagerConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.build();
  }

  /** The values on their way from one configuration to the next. */
  private static final class Draft {
    private FlowControl flow;
    private Duration deadline;
    private Duration timeToStart;
    private Duration timeToFinish;
    private Duration transferAllowance;
    private Duration timeToUnwind;
    private Duration nodeSilence;
    private int keptTimelines;
    private StoreLimits storeLimits;
    private Limits limits;
    private Ticker ticker;

    Draft(DHManagerConfig from) {
      flow = from.flow;
      deadline = from.deadline;
      timeToStart = from.timeToStart;
      timeToFinish = from.timeToFinish;
      transferAllowance = from.transferAllowance;
      timeToUnwind = from.timeToUnwind;
      nodeSilence = from.nodeSilence;
      keptTimelines = from.keptTimelines;
      storeLimits = from.storeLimits;
      limits = from.limits;
      ticker = from.ticker;
    }

    DHManagerConfig build() {
      return new DHManagerConfig(
          flow,
          deadline,
          timeToStart,
          timeToFinish,
          transferAllowance,
          timeToUnwind,
          nodeSilence,
          keptTimelines,
          storeLimits,
          limits,
          ticker);
    }
  }
}
