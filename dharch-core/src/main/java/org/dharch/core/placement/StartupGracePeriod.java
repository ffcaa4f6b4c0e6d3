package org.dharch.core.placement;

import java.util.Optional;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.message.Fault;
import org.dharch.core.spi.Ticker;

/**
 * A manager that has just started has not heard its nodes yet: they announce themselves when they
 * hear that it is there. As long as this lasts a message whose handlers nobody serves waits for
 * them, and is not refused. Safe for any thread but for what the directory's own are.
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
