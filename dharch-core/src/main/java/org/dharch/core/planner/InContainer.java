package org.dharch.core.planner;

import java.util.List;

/**
 * Handlers of one stage that are better left in the container: remote they cost more than running
 * beside the others gains.
 *
 * @param handlers their names
 * @param remote how long the stage takes with them, in milliseconds
 * @param local how long it takes without them, and they in the container
 */
public record InContainer(List<String> handlers, double remote, double local) {
  public InContainer {
    handlers = List.copyOf(handlers);
  }
}
