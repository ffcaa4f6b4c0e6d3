package org.dharch.core.placement;

import java.util.Optional;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.message.Fault;
import org.dharch.core.spi.Ticker;

/**
 * The time after startup in which a manager does not know its nodes yet: nodes announce themselves
 * when they receive the manager's call. Meanwhile, a message whose handlers no node hosts waits and
 * is not rejected. Safe for any thread, except where the directory is not.
 */
public final class StartupGracePeriod {
  private final Ticker ticker;
  private final long end;
  private final HandlerOrchestrationManager orchestrations;
  private final NodeDirectory directory;

  /** Starts the period now. */
  public StartupGracePeriod(
      DHManagerConfig config, HandlerOrchestrationManager orchestrations, NodeDirectory directory) {
    this.ticker = config.ticker();
    this.end = ticker.nanos() + config.startGrace().toNanos();
    this.orchestrations = orchestrations;
    this.directory = directory;
  }

  public boolean lasts() {
    return ticker.nanos() < end;
  }

  /** Returns the end of the period on the manager's clock. */
  public long end() {
    return end;
  }

  /** Returns the reason why this message cannot be executed with the current nodes. */
  public Optional<Fault> unservable(DHMContext message) {
    return orchestrations.unservable(message.state().orchestration());
  }

  /** Returns a number that changes whenever a handler without a node gets one; event loop only. */
  public long news() {
    return directory.news();
  }
}
