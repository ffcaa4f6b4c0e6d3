package org.dharch.core;

import java.util.Optional;
import org.dharch.core.node.NodeId;

/** What an execution may ask of its surroundings while it takes an event. */
interface World {
  /** Nanoseconds on the manager's clock; the same throughout one event. */
  long now();

  /** The clock's reading at this very moment, to measure how long something took. */
  long precise();

  /**
   * The best node alive for {@code handler}.
   *
   * @param only the name of the one node that is allowed; any if empty
   * @param avoid the last that failed it: taken only if there is no other
   */
  Optional<NodeId> place(String handler, Optional<String> only, Optional<NodeId> avoid);

  /** Whether {@code node} is alive. */
  boolean alive(NodeId node);

  /** Whether {@code node} knows what it did when it is started again. */
  boolean remembers(NodeId node);

  /** A task now burdens {@code node}. */
  void assigned(NodeId node);

  /** A task burdens {@code node} no more. */
  void released(NodeId node);

  /** Evenly distributed in [0, 1). */
  double jitter();

  /** Counts one. */
  void count(Counter counter);
}
