package org.dharch.api;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/** Services of the node for a handler. Thread-safe until the handler is closed. */
public interface NodeContext {
  /** Returns the node's name and incarnation, {@code name~incarnation}: new at each start. */
  String node();

  /** Nanoseconds since some fixed moment by the node's monotonic clock; never decreases. */
  long nanos();

  /** The node's wall clock. */
  InstantSource clock();

  /** Returns the entry point for the handler's emissions. */
  Emitter emitter();

  /**
   * Returns threads for the handler's scheduled work; two for all handlers of one folder, or of the
   * class path. A long task delays others. Shut down right before the handlers are closed.
   */
  ScheduledExecutorService timers();

  /**
   * Returns a resource that the handlers of this node share, as a {@code <resource>} of the node
   * document declares it: a pool of database connections ({@code javax.sql.DataSource}), or a
   * product of a {@link ResourceFactory}. The node closes it after the handlers.
   *
   * @param name the resource's name
   * @param type the required type
   * @throws IllegalArgumentException if the node has none of that name, or it is of another type
   */
  default <T> T resource(String name, Class<T> type) {
    throw new IllegalArgumentException(
        "unknown resource '" + name + "': this node has no resources");
  }
}
