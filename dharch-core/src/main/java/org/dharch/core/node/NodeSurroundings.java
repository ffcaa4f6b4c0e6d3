package org.dharch.core.node;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.dharch.api.Emission;
import org.dharch.api.Emitter;
import org.dharch.api.NodeContext;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.NodeId;

/**
 * The services of their node for handlers, available before the node starts; until then it accepts
 * no emission. Safe for any thread.
 */
final class NodeSurroundings {
  private static final int TIMER_THREADS = 2;

  private final Supplier<NodeId> id;
  private final Supplier<Ticker> ticker;
  private final ScheduledThreadPoolExecutor timers;
  private volatile NodeEmissions emissions;

  NodeSurroundings(Supplier<NodeId> id, Supplier<Ticker> ticker, ThreadFactory threads) {
    this.id = id;
    this.ticker = ticker;
    this.timers = new ScheduledThreadPoolExecutor(TIMER_THREADS, threads);
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Sends emissions through {@code value} from now on. */
  void started(NodeEmissions value) {
    emissions = value;
  }

  /** Stops all timers and interrupts running timer tasks. */
  void end() {
    timers.shutdownNow();
  }

  /** Returns the view of the node for the handler with this name. */
  NodeContext of(String handler) {
    return new Context(handler);
  }

  private final class Context implements NodeContext {
    private final String handler;

    Context(String handler) {
      this.handler = handler;
    }

    @Override
    public String node() {
      return id.get().toString();
    }

    @Override
    public long nanos() {
      return ticker.get().nanos();
    }

    @Override
    public InstantSource clock() {
      return InstantSource.system();
    }

    @Override
    public Emitter emitter() {
      return this::emit;
    }

    private boolean emit(Emission emission) {
      NodeEmissions way = emissions;
      return way != null && way.emit(handler, emission);
    }

    @Override
    public ScheduledExecutorService timers() {
      return timers;
    }
  }
}
