package org.dharch.core.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Outbound;

/** The container's side of a {@link GatewayRuntime}. */
public interface GatewayHost {

  /** Resolves the file that a parameter names. */
  Path file(String name);

  /**
   * The class loader of the transports and nodes; a container's own loader often does not see them.
   */
  ClassLoader loader();

  /**
   * Checks a new version of the orchestration document before it takes effect. Called on the reload
   * thread.
   *
   * @throws DHArchException if the deployed services cannot follow it; the previous version stays
   */
  default void check(Orchestrations next) {}

  /**
   * Ends the delivery of completed messages to their services. Called once, between closing the
   * manager and the store, which receives the confirmations; also if the start failed.
   */
  default void finishDeliveries() {}

  /**
   * Creates the sender of emissions for outside addresses; empty if there is none. Called once,
   * when the rest can start; closed after the manager.
   *
   * @throws DHArchException if it cannot be created
   */
  default Optional<Outbound> outbound() {
    return Optional.empty();
  }
}
