package org.dharch.core.placement;

import java.util.Optional;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.message.Fault;
import org.dharch.core.spi.Ticker;

/**
 * The time after startup in which a manager does not know its nodes yet: they announce themselves
 * when they receive its call. Meanwhile a message whose handlers no node hosts waits and is not
 * rejected. Safe for any thread, except where the directory is not.
 */
public final class StartupGracePeriod {
  private final Ticker ticker;
  private final long end;
  private final HandlerOrchestrationManager orchestrations;
  private final NodeDirectory directory;

  /** It begins now. */
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

  /** On the manager's clock. */
  public long end() {
    return end;
  }

  /** Why this message need not be begun as things are. */
  public Optional<Fault> unservable(DHMContext message) {
    return orchestrations.unservable(message.state().orchestration());
  }

  /** Changes whenever a handler is served that was not; for the thread that has the turn. */
  public long news() {
    return directory.news();
  }
}
