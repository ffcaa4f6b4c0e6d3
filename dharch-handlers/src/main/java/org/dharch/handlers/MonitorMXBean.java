package org.dharch.handlers;

import java.util.Map;

/** The figures of a {@link Monitor} since its creation, for JMX. Thread-safe. */
public interface MonitorMXBean {
  /** How many messages. */
  long getMessages();

  /** How many bytes their envelopes had together. */
  long getBytes();

  /** How many the largest had. */
  long getLargestBytes();

  /** Messages a second, in the last ten seconds. */
  double getPerSecond();

  /** How many of them were faults: of the flows {@code in-fault} and {@code out-fault}. */
  long getFaults();

  /** Returns how many were halted, with {@code completionCallback} in the orchestration. */
  long getFailed();

  /**
   * Returns how many a handler responded to or accepted, with {@code completionCallback} in the
   * orchestration.
   */
  long getResponded();

  /**
   * Returns the number of messages by client; clients beyond the bound together as {@code
   * (others)}.
   */
  Map<String, Long> getClients();
}
