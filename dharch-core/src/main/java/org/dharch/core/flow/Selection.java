package org.dharch.core.flow;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/** The order in which messages are selected. */
public sealed interface Selection {
  /** The default bound on the delay of a message. */
  Duration DEFAULT_AGEING = Duration.ofSeconds(10);

  /** In the order of arrival. */
  record FirstCome() implements Selection {}

  /** The most urgent first. */
  record Priority(Duration ageing) implements Selection {
    public Priority {
      check(ageing);
    }
  }

  /**
   * The shortest first, by learned sizes.
   *
   * @param among whose sizes are compared; each message's with the mean of its own share
   */
  record Shortest(Duration ageing, GroupBy among) implements Selection {
    public Shortest {
      check(ageing);
      Objects.requireNonNull(among, "among");
    }
  }

  /** The one whose deadline is next first. */
  record Deadline(Duration ageing) implements Selection {
    public Deadline {
      check(ageing);
    }
  }

  /**
   * Weighted fair queueing.
   *
   * @param by the groups
   * @param weights by the name of the group; 1 for others
   */
  record Fair(Duration ageing, GroupBy by, Map<String, Double> weights) implements Selection {
    public Fair {
      check(ageing);
      Objects.requireNonNull(by, "by");
      weights = Map.copyOf(weights);
      weights.forEach(
          (name, weight) -> {
            if (!(weight > 0 && weight <= 1_000_000)) {
              throw new IllegalArgumentException(
                  "weight of '" + name + "' must be more than 0 to 1000000 (got " + weight + ")");
            }
          });
    }
  }

  /** A custom policy. */
  record Own(SelectionPolicy policy) implements Selection {
    public Own {
      Objects.requireNonNull(policy, "policy");
    }
  }

  /** The grouping of messages. */
  sealed interface GroupBy {
    /** All messages are one group. */
    record Nothing() implements GroupBy {}

    /** By client, as the gateway names it. */
    record Client() implements GroupBy {}

    /** By operation. */
    record Operation() implements GroupBy {}

    /** By a property's value. */
    record Property(String name) implements GroupBy {}
  }

  private static void check(Duration ageing) {
    if (ageing.isNegative() || ageing.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("ageing must be at most one day (got " + ageing + ")");
    }
  }

  /** The value by which groups are distinguished. */
  default GroupBy groups() {
    if (this instanceof Fair fair) {
      return fair.by();
    }
    return this instanceof Shortest shortest ? shortest.among() : new GroupBy.Nothing();
  }

  /**
   * Creates the policy of one queue.
   *
   * @param concurrencyLimit the current limit on executing messages
   */
  default SelectionPolicy policy(IntSupplier concurrencyLimit) {
    if (this instanceof Priority priority) {
      return new HighestPriority(priority.ageing());
    } else if (this instanceof Shortest shortest) {
      return new ShortestJob(shortest.ageing());
    } else if (this instanceof Deadline deadline) {
      return new EarliestDeadline(deadline.ageing());
    } else if (this instanceof Fair fair) {
      return new FairQueueing(fair.ageing(), fair.weights(), concurrencyLimit);
    } else if (this instanceof Own own) {
      return own.policy();
    }
    return new FirstComeFirstServed();
  }

  /** In the order of arrival. */
  static class FirstComeFirstServed implements SelectionPolicy {
    @Override
    public long handicapNanos(Waiting message) {
      return 0;
    }

    @Override
    public Duration ageing() {
      return Duration.ZERO;
    }
  }
}
