package org.dharch.core.settings;

import java.util.Map;

/**
 * A manager in JMX, read-only: object name {@code org.dharch:type=Manager,name=…}. The admin port
 * of docs/monitor.md has more.
 */
public interface ManagerMXBean {
  /** The number of messages, waiting or executing. */
  int getInFlight();

  /** The number of messages that wait for the concurrency limit. */
  int getWaiting();

  /** The current limit on executing messages. */
  int getConcurrencyLimit();

  /** The number of messages that wait for capacity on a node, by handler. */
  Map<String, Integer> getHeld();

  /** The number of live nodes. */
  int getNodes();

  /** Each counter, by its name in docs/monitor.md. */
  Map<String, Long> getCounters();

  /**
   * The 95th percentile of each handler's run time, in milliseconds, by {@code handler@node},
   * rounded up to a step of 1, 2, 5.
   */
  Map<String, Double> getHandlerRun95();

  /** The 95th percentile of the messages' times, in milliseconds, by orchestration; likewise. */
  Map<String, Double> getMessage95();
}
