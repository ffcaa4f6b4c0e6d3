package org.dharch.core.flow;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The flow control of a manager, as a flow document configures it ({@link FlowDocument}).
 * Immutable; each method returns a copy with one value changed.
 *
 * @param concurrencyLimit the limit on messages in MPQueue
 * @param scope the time for which a message holds its slot
 * @param queueBound the hard bound on messages in IMQueue
 * @param timeToAnswer with {@link ConcurrencyLimitScope#REQUEST}: how long the service may take
 *     before its slot is given to the next message
 * @param waitingLimit how long a message may wait in IMQueue before its client is rejected with
 *     BUSY
 * @param retryAfter the earliest retry of a rejected client
 * @param nodes the limit on each node, in tasks of this manager; if empty, only the node's own
 *     bound
 * @param handlers the limit on a handler's tasks on all nodes together, by its name; unlimited for
 *     others
 * @param selection the selection policy
 * @param rules the rules that classify messages for the selection
 */
public record FlowControl(
    ConcurrencyLimitSetting concurrencyLimit,
    ConcurrencyLimitScope scope,
    int queueBound,
    Duration timeToAnswer,
    Duration waitingLimit,
    Duration retryAfter,
    Optional<ConcurrencyLimitSetting> nodes,
    Map<String, Integer> handlers,
    Selection selection,
    ClassificationRules rules) {
  /** A fixed limit, first come first served. */
  public static final FlowControl DEFAULT =
      new FlowControl(
          ConcurrencyLimitSetting.fixed(256),
          ConcurrencyLimitScope.HANDLERS,
          10_000,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Optional.empty(),
          Map.of(),
          new Selection.FirstCome(),
          ClassificationRules.NONE);

  public FlowControl {
    Objects.requireNonNull(concurrencyLimit, "concurrencyLimit");
    Objects.requireNonNull(scope, "scope");
    if (queueBound < 1) {
      throw new IllegalArgumentException("queueBound must be at least 1 (got " + queueBound + ")");
    }
    positive("timeToAnswer", timeToAnswer);
    positive("waitingLimit", waitingLimit);
    positive("retryAfter", retryAfter);
    Objects.requireNonNull(nodes, "nodes");
    handlers = Map.copyOf(handlers);
    handlers.forEach(
        (name, limit) -> {
          if (limit < 1) {
            throw new IllegalArgumentException(
                "limit of handler '" + name + "' must be at least 1 (got " + limit + ")");
          }
        });
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(rules, "rules");
  }

  private static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          field + " must be positive and at most one day (got " + value + ")");
    }
  }

  public FlowControl concurrencyLimit(ConcurrencyLimitSetting value) {
    return with(draft -> draft.concurrencyLimit = value);
  }

  public FlowControl scope(ConcurrencyLimitScope value) {
    return with(draft -> draft.scope = value);
  }

  public FlowControl queueBound(int value) {
    return with(draft -> draft.queueBound = value);
  }

  public FlowControl timeToAnswer(Duration value) {
    return with(draft -> draft.timeToAnswer = value);
  }

  public FlowControl waitingLimit(Duration value) {
    return with(draft -> draft.waitingLimit = value);
  }

  public FlowControl retryAfter(Duration value) {
    return with(draft -> draft.retryAfter = value);
  }

  /** Returns a copy with another limit for each node. */
  public FlowControl nodes(ConcurrencyLimitSetting value) {
    return with(draft -> draft.nodes = Optional.of(value));
  }

  public FlowControl handlers(Map<String, Integer> value) {
    return with(draft -> draft.handlers = value);
  }

  public FlowControl selection(Selection value) {
    return with(draft -> draft.selection = value);
  }

  public FlowControl priorities(List<PriorityRule> value) {
    return with(draft -> draft.rules = new ClassificationRules(value, rules.classes()));
  }

  public FlowControl classes(List<JobClassRule> value) {
    return with(draft -> draft.rules = new ClassificationRules(rules.priorities(), value));
  }

  private FlowControl with(Consumer<Draft> change) {
    Draft draft = new Draft();
    change.accept(draft);
    return draft.build();
  }

  /** The values of a copy with changes. */
  private final class Draft {
    ConcurrencyLimitSetting concurrencyLimit = concurrencyLimit();
    ConcurrencyLimitScope scope = scope();
    int queueBound = queueBound();
    Duration timeToAnswer = timeToAnswer();
    Duration waitingLimit = waitingLimit();
    Duration retryAfter = retryAfter();
    Optional<ConcurrencyLimitSetting> nodes = nodes();
    Map<String, Integer> handlers = handlers();
    Selection selection = selection();
    ClassificationRules rules = rules();

    FlowControl build() {
      return new FlowControl(
          concurrencyLimit,
          scope,
          queueBound,
          timeToAnswer,
          waitingLimit,
          retryAfter,
          nodes,
          handlers,
          selection,
          rules);
    }
  }
}
