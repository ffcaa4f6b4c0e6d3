package org.dharch.core.settings;

import java.util.Map;

/**
 * A manager, for those who ask by JMX: object name {@code org.dharch:type=Manager,name=…}. Only
 * reading; the admin port of docs/monitor.md says more.
 */
public interface ManagerMXBean {
  /** How many messages are here, waiting or in execution. */
  int getInFlight();

  /** How many of these wait for a place in the window. */
  int getWaiting();

  /** How many messages can be in execution now. */
  int getConcurrencyLimit();

  /** How many messages wait for room on a node, by handler. */
  Map<String, Integer> getHeld();

  /** How many nodes are alive. */
  int getNodes();

  /** Each counter, by the name that docs/monitor.md has for it. */
  Map<String, Long> getCounters();

  /**
   * The 95th percentile of what each handler ran, in milliseconds, by {@code handler@node}; the
   * upper end of its step of 1, 2, 5.
   */
  Map<String, Double> getHandlerRun95();

  /** The 95th percentile of what messages took, in milliseconds, by orchestration; likewise. */
  Map<String, Double> getMessage95();
}
