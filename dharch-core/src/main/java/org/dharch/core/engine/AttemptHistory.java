package org.dharch.core.engine;

import java.util.Map;
import org.dharch.core.execution.recovery.RetryBudget;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.RunTimes;

/**
 * The run times of handlers and the retry budgets of orchestrations, each for the {@value #MOST}
 * that were used most recently. Not safe for several threads.
 *
 * <p>The handlers of a stage start in descending order of their usual time. That order shortens a
 * stage if a node has fewer workers than handlers, or if sending takes time (R. L. Graham, Bounds
 * on multiprocessing timing anomalies, 1969).
 */
final class AttemptHistory {
  private static final int MOST = 1_000;

  private final Map<String, RunTimes> handlers = new LatestUsed<>(MOST);
  private final Map<String, RetryBudget> budgets = new LatestUsed<>(MOST);

  RunTimes times(String handler) {
    return handlers.computeIfAbsent(handler, name -> new RunTimes());
  }

  RetryBudget budget(String orchestration) {
    return budgets.computeIfAbsent(orchestration, name -> new RetryBudget());
  }
}
