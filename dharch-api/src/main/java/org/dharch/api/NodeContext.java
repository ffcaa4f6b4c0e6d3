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
   * Threads for what the handler does at a time of its own; two for all handlers of the node. What
   * runs there long delays others. Shut down by the node right before the handlers are closed.
   */
  ScheduledExecutorService timers();
}
