package org.dharch.core.wire;

import java.util.Objects;
import java.util.Optional;
import org.dharch.api.Target;

/**
 * The queue of emissions of one kind: those for one service, or all those for outside addresses.
 * Each emission goes to one of the managers that consume the queue.
 *
 * @param service the service's name; empty for outside addresses
 */
public record EmissionQueue(Optional<String> service) {
  /** For addresses outside. */
  public static final EmissionQueue OUT = new EmissionQueue(Optional.empty());

  public EmissionQueue {
    Objects.requireNonNull(service, "service");
  }

  /** The queue of the service of this name. */
  public static EmissionQueue service(String name) {
    return new EmissionQueue(Optional.of(name));
  }

  /** The one for what goes to {@code target}. */
  public static EmissionQueue of(Target target) {
    return target instanceof Target.Service to ? service(to.name()) : OUT;
  }

  @Override
  public String toString() {
    return service.map(name -> "service '" + name + "'").orElse("addresses outside");
  }
}
