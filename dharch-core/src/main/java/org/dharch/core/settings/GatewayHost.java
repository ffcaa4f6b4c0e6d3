package org.dharch.core.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.spi.Outbound;

/**
 * What a container says and does of its own while a {@link GatewayRuntime} starts, runs, closes.
 */
public interface GatewayHost {

  /** Where the file is that a parameter calls {@code name}. */
  Path file(String name);

  /** What sees the transports and the host of nodes; a container's own loader often does not. */
  ClassLoader loader();

  /**
   * Looks at a new version of the orchestration document before it comes into force. Called on the
   * reload's thread.
   *
   * @throws DHArchException if what is deployed cannot follow it; the version before stays
   */
  default void check(Orchestrations next) {}

  /**
   * Ends what still takes completed messages to their services. Called once, when the manager is
   * closed and the store, which is told what was delivered, is not; also if the start failed.
   */
  default void finishDeliveries() {}

  /**
   * What sends what handlers emit to addresses outside; empty if nothing does. Called once, when
   * the rest can start; closed after the manager.
   *
   * @throws DHArchException if it cannot be made
   */
  default Optional<Outbound> outbound() {
    return Optional.empty();
  }
}
