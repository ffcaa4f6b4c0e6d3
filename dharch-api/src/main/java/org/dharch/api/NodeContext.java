package org.dharch.api;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/** What a handler has of its node besides messages. Safe for any thread, until the handler ends. */
public interface NodeContext {
  /** The node's name and which life of it this is, {@code name~incarnation}: new at each start. */
  String node();

  /** Nanoseconds since some fixed moment by the node's monotonic clock; never goes back. */
  long nanos();

  /** The node's wall clock. */
  InstantSource clock();

  /** Where the handler hands in what it sends of its own accord. */
  Emitter emitter();

  /**
   * Threads for what the handler does at a time of its own; two for all handlers of one folder, or
   * of the class path. What runs there long delays others. Shut down right before the handlers are
   * closed.
   */
  ScheduledExecutorService timers();

  /**
   * What the handlers of this node share, as a {@code <resource>} of the node document says: a pool
   * of connections to a data base ({@code javax.sql.DataSource}), or what a {@link ResourceFactory}
   * makes. The node ends it, after the handlers are closed.
   *
   * @param name the resource's
   * @param type what it is to be
   * @throws IllegalArgumentException if the node has none of that name, or it is of another type
   */
  default <T> T resource(String name, Class<T> type) {
    throw new IllegalArgumentException("resource '" + name + "': this node has no resources");
  }
}
