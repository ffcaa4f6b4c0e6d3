package org.dharch.handlers;

import java.util.Map;

/** The figures of a {@link Monitor} since its creation, for JMX. Thread-safe. */
public interface MonitorMXBean {
  /** The number of messages. */
  long getMessages();

  /** The total size of their envelopes. */
  long getBytes();

  /** The size of the largest envelope. */
  long getLargestBytes();

  /** Messages per second in the last ten seconds. */
  double getPerSecond();

  /** The number of faults: messages of the flows {@code in-fault} and {@code out-fault}. */
  long getFaults();

  /** The number of failed messages; requires {@code completionCallback} in the orchestration. */
  long getFailed();

  /**
   * The number of messages to which a handler responded or that it accepted; requires {@code
   * completionCallback} in the orchestration.
   */
  long getResponded();

  /** The number of messages by client; {@code (others)} for the clients beyond the bound. */
  Map<String, Long> getClients();
}
