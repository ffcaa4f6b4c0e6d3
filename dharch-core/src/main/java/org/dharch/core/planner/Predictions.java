package org.dharch.core.planner;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/** Applies the equations to an orchestration. */
final class Predictions {
  /** Returns the time of stages; called in their order. */
  @FunctionalInterface
  interface StageTime {
    double of(Stage stage);

    /** Called where the manager decides on the next stage: at a condition or a caught fault. */
    default void atCondition() {}
  }

  private final Times times;

  Predictions(Times times) {
    this.times = times;
  }

  Prediction of(Orchestration orchestration) {
    double[] slowest = new double[1];
    Constructs.eachStage(
        orchestration.body(), stage -> slowest[0] = Math.max(slowest[0], slowest(stage)));
    return new Prediction(
        times.service() + sum(orchestration.body(), stage -> all(stage, h -> times(h).local())),
        times.service() + sum(orchestration.body(), stage -> all(stage, this::awaited)),
        times.service() + sum(orchestration.body(), this::longest),
        times.service() + sum(orchestration.body(), new SpeculativeTimes(this)),
        times.service() + sum(orchestration.body(), forwarding(orchestration.direct())),
        slowest[0]);
  }

  /** The minimum time of the stages over the permitted ways of execution. */
  double fastest(List<Stage> stages, Direct direct) {
    Sequence row = Sequence.of(List.copyOf(stages));
    return Math.min(
        sum(row, this::longest),
        Math.min(sum(row, new SpeculativeTimes(this)), sum(row, forwarding(direct))));
  }

  private StageTime forwarding(Direct direct) {
    return direct == Direct.NEVER ? this::longest : new ForwardingTimes(this);
  }

  /** Returns how long a stage waits for a handler: W, or 0. */
  double awaited(HandlerEntry handler) {
    return handler.oneway() ? 0 : times(handler).w();
  }

  HandlerTimes times(HandlerEntry handler) {
    return times.handlers().get(handler.name());
  }

  /** The time of a stage: of its slowest handler or branch, or of its first result. */
  double longest(Stage stage) {
    if (stage.isBranched()) {
      return stage.branches().stream()
          .mapToDouble(branch -> sum(branch, this::longest))
          .max()
          .orElse(0);
    }
    DoubleStream times = stage.handlers().stream().mapToDouble(this::awaited);
    return (stage.first() ? times.min() : times.max()).orElse(0);
  }

  /**
   * Returns the time that bounds the rate: handlers in sequence in a branch work on different
   * messages.
   */
  private double slowest(Stage stage) {
    return stage.isBranched()
        ? stage.handlers().stream().mapToDouble(this::awaited).max().orElse(0)
        : longest(stage);
  }

  private static double all(Stage stage, ToDoubleFunction<HandlerEntry> time) {
    return stage.handlers().stream().mapToDouble(time).sum();
  }

  private static double sum(Construct construct, StageTime time) {
    if (construct instanceof Stage stage) {
      return time.of(stage);
    } else if (construct instanceof Sequence sequence) {
      if (sequence.catches()) {
        time.atCondition();
      }
      double sum = sequence.parts().stream().mapToDouble(part -> sum(part, time)).sum();
      if (sequence.catches()) {
        time.atCondition();
      }
      return sum;
    } else if (construct instanceof Choose choose) {
      Stream<Sequence> ways = choose.whens().stream().map(Choose.When::body);
      return DoubleStream.concat(
              ways.mapToDouble(way -> conditional(way, time)),
              DoubleStream.of(conditional(choose.otherwise(), time)))
          .max()
          .orElse(0);
    }
    Repeat repeat = (Repeat) construct;
    return repeat.times() * conditional(repeat.body(), time);
  }

  private static double conditional(Sequence body, StageTime time) {
    time.atCondition();
    double sum = sum(body, time);
    time.atCondition();
    return sum;
  }
}
