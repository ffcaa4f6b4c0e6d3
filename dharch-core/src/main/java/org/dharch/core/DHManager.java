package org.dharch.core;

import java.util.List;
import java.util.Map;
import org.dharch.core.message.MessageId;
import org.dharch.core.node.NodeStatus;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;

/**
 * Distributed Handler Manager (seed 000, section 3.1.1): accepts messages, orchestrates their
 * execution and returns them to the gateway they came from. One per container. Safe for any thread.
 */
public final class DHManager implements AutoCloseable {

  private DHManager() {}

  /**
   * Builds and starts everything.
   *
   * @param cmanager started here and closed with the manager
   */
  public static DHManager start(
      DHManagerConfig config, Orchestrations orchestrations, CManager cmanager) {
    throw new UnsupportedOperationException("being written " + config + orchestrations + cmanager);
  }

  /**
   * Takes a message in, or says at once why not; never blocks.
   *
   * @param gateway hears of the message's end, exactly once, if it was accepted
   * @param context the container's own context, kept as it is in CMCQueue
   */
  public <C> Admission admit(Gateway<C> gateway, C context, Submission message) {
    throw new UnsupportedOperationException("being written " + gateway + context + message);
  }

  /** Withdraws a message; false if it is not (any more) here. Its gateway hears it as halted. */
  public boolean cancel(MessageId id) {
    throw new UnsupportedOperationException("being written " + id);
  }

  /** From now on new messages follow these; those under way keep what they began with. */
  public void orchestrations(Orchestrations value) {
    throw new UnsupportedOperationException("being written " + value);
  }

  /** The nodes alive, by their latest heartbeat. */
  public List<NodeStatus> nodes() {
    throw new UnsupportedOperationException("being written");
  }

  /** Every counter's value now. */
  public Map<Counter, Long> counters() {
    throw new UnsupportedOperationException("being written");
  }

  /** The timelines of the latest messages to end, oldest first; bounded by configuration. */
  public List<Timeline> timelines() {
    throw new UnsupportedOperationException("being written");
  }

  /**
   * Takes nothing new, halts what is here with {@link Fault.Code#SHUT_DOWN}, and closes the rest.
   */
  @Override
  public void close() {}
}
