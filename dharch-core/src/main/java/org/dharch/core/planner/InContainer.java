package org.dharch.core.planner;

import java.util.List;

/**
 * Handlers of one stage that should stay in the container, because distribution costs more than
 * parallel execution gains.
 *
 * @param handlers their names
 * @param remote how long the stage takes with them, in milliseconds
 * @param local how long it takes without them while they run in the container
 */
public record InContainer(List<String> handlers, double remote, double local) {
  public InContainer {
    handlers = List.copyOf(handlers);
  }
}
