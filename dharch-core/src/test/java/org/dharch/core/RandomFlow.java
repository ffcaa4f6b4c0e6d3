package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.ConcurrencyLimitSetting.Algorithm;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.PriorityRule;
import org.dharch.core.flow.Selection;
import org.dharch.core.orchestration.rule.MessageMatch;

/**
 * Flow control at random, and what its selection policy promises. Without Vegas, which throws dice
 * of its own.
 */
final class RandomFlow {
  /** Operations are called o0, o1 …; with the policy of priorities the number is the level. */
  static final int OPERATIONS = 10;

  private static final Algorithm[] ADAPTIVE = {Algorithm.GRADIENT2, Algorithm.AIMD};

  private final SplittableRandom random;

  RandomFlow(SplittableRandom random) {
    this.random = random;
  }

  FlowControl next() {
    FlowControl flow =
        FlowControl.DEFAULT
            .concurrencyLimit(concurrencyLimit(6))
            .queueBound(1 + random.nextInt(12))
            .waitingLimit(Duration.ofMillis(300 + random.nextInt(8_000)))
            .timeToAnswer(Duration.ofMillis(100 + random.nextInt(900)))
            .selection(selection())
            .priorities(priorities());
    if (random.nextInt(3) == 0) {
      flow = flow.scope(ConcurrencyLimitScope.REQUEST);
    }
    if (random.nextInt(3) == 0) {
      flow = flow.nodes(concurrencyLimit(4));
    }
    return random.nextInt(3) == 0
        ? flow.handlers(Map.of("H" + random.nextInt(4), 1 + random.nextInt(3)))
        : flow;
  }

  private ConcurrencyLimitSetting concurrencyLimit(int most) {
    int size = 1 + random.nextInt(most);
    if (random.nextInt(3) > 0) {
      return ConcurrencyLimitSetting.fixed(size);
    }
    return ConcurrencyLimitSetting.adaptive(
            ADAPTIVE[random.nextInt(ADAPTIVE.length)], size, 1, size + 4)
        .congestion(Duration.ofMillis(20 + random.nextInt(300)));
  }

  private Selection selection() {
    Duration ageing = Duration.ofMillis(random.nextInt(1_000));
    return switch (random.nextInt(6)) {
      case 0 -> new Selection.Priority(ageing);
      case 1 ->
          new Selection.Shortest(
              ageing,
              random.nextBoolean()
                  ? new Selection.GroupBy.Nothing()
                  : new Selection.GroupBy.Operation());
      case 2 -> new Selection.Deadline(ageing);
      case 3 -> new Selection.Fair(ageing, new Selection.GroupBy.Client(), Map.of("c0", 2.5));
      default -> new Selection.FirstCome();
    };
  }

  private static List<PriorityRule> priorities() {
    List<PriorityRule> rules = new ArrayList<>();
    for (int level = 0; level < OPERATIONS; level++) {
      rules.add(new PriorityRule(level, MessageMatch.operation("o" + level)));
    }
    return rules;
  }

  /** No message is overtaken by one that comes so long after it. */
  static long ageing(FlowControl flow) {
    return flow.selection().policy(() -> 1).ageing().toNanos();
  }

  /** By how much a message is put behind, where that follows from itself alone. */
  static OptionalLong handicap(FlowControl flow, String operation, long nanosToDeadline) {
    Selection selection = flow.selection();
    if (selection instanceof Selection.FirstCome) {
      return OptionalLong.of(0);
    } else if (selection instanceof Selection.Priority) {
      int level = Integer.parseInt(operation.substring(1));
      return OptionalLong.of(ageing(flow) / 9 * (9 - level));
    } else if (selection instanceof Selection.Deadline) {
      return OptionalLong.of(Math.min(ageing(flow), nanosToDeadline));
    }
    return OptionalLong.empty();
  }
}
