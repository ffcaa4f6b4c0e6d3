package org.dharch.core.node;

import java.time.Duration;
import org.dharch.core.spi.DHHandler;
import org.dharch.core.spi.NodeChannel;

/**
 * The logic of a handler node, the same on every transport: takes works, runs their handlers side
 * by side on a bounded number of threads, answers, and announces itself.
 */
public final class HandlerNode implements AutoCloseable {
  private HandlerNode() {}

  /** Collects a node's parts. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** The node's id in this life. */
  public NodeId id() {
    throw new UnsupportedOperationException("being written");
  }

  /** The node's status now. */
  public NodeStatus status() {
    throw new UnsupportedOperationException("being written");
  }

  /** Stops cleanly: takes nothing new, finishes what is begun, at most for {@code limit}. */
  public void drain(Duration limit) {
    throw new UnsupportedOperationException("being written " + limit);
  }

  /** Drains for at most ten seconds, then ends everything. Idempotent. */
  @Override
  public void close() {}

  /** Collects a node's parts. */
  public static final class Builder {
    private final String name;

    private Builder(String name) {
      this.name = name;
    }

    /** Hosts {@code handler} under {@code handlerName}, on at most {@code concurrency} messages. */
    public Builder handler(String handlerName, int concurrency, DHHandler handler) {
      throw new UnsupportedOperationException(handlerName + concurrency + handler);
    }

    /** How many handlers run at once in all. */
    public Builder workers(int value) {
      throw new UnsupportedOperationException("being written " + value);
    }

    /** How often the node announces itself. */
    public Builder heartbeat(Duration value) {
      throw new UnsupportedOperationException("being written " + value);
    }

    /** Starts the node on {@code channel}, which is closed with it. */
    public HandlerNode start(NodeChannel channel) {
      throw new UnsupportedOperationException("being written " + name + channel);
    }
  }
}
