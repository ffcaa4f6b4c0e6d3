package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A heartbeat: what one node says of itself, at an interval that it says and whenever its state
 * changes.
 *
 * @param node who
 * @param state whether it takes work
 * @param handlers the handlers that it hosts
 * @param workers how many handlers it runs at once
 * @param active how many run now
 * @param waiting how many wait for their turn there
 * @param traits what is special about it
 * @param announcedNanos when it said so, on its own clock, which no other agrees with
 * @param taken how many attempts of stateful handlers its memory had taken until then, in all its
 *     lives; it may leave numbers out, and never goes back as long as the memory is the same
 * @param largest of how many bytes the envelope of a task batch may be that it takes; 0 if it does
 *     not say
 * @param versions which versions of its handlers it has, where its node document says so
 * @param interval until when at the latest it says something again; zero if it does not say
 * @param origin what its process says of itself, if it does
 */
public record NodeStatus(
    NodeId node,
    State state,
    List<String> handlers,
    int workers,
    int active,
    int waiting,
    Set<Trait> traits,
    long announcedNanos,
    long taken,
    long largest,
    List<HandlerVersion> versions,
    Duration interval,
    Optional<ProcessOrigin> origin) {

  /** What can be special about a node. */
  public enum Trait {
    /** Is given work only for handlers that no other node serves. */
    STANDBY,
    /** Goes on by itself with stages that it was given ahead. */
    SPECULATIVE,
    /** Takes what another node passes on, and passes on to others ({@link ForwardingRoute}). */
    FORWARDS,
    /** Is to be told by each manager that takes it in ({@link RegistrationFormat}). */
    WELCOME
  }

  /** A node's states. */
  public enum State {
    /** Takes work. */
    READY,
    /** Finishes what it has begun and takes nothing new. */
    DRAINING,
    /** Is gone by its own word. */
    STOPPED
  }

  public NodeStatus {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(origin, "origin");
    handlers = List.copyOf(handlers);
    traits = Set.copyOf(traits);
    versions = List.copyOf(versions);
    Objects.requireNonNull(interval, "interval");
  }

  /** The status of a node that says nothing of its process. */
  public NodeStatus(
      NodeId node,
      State state,
      List<String> handlers,
      int workers,
      int active,
      int waiting,
      Set<Trait> traits,
      long announcedNanos,
      long taken,
      long largest,
      List<HandlerVersion> versions,
      Duration interval) {
    this(
        node,
        state,
        handlers,
        workers,
        active,
        waiting,
        traits,
        announcedNanos,
        taken,
        largest,
        versions,
        interval,
        Optional.empty());
  }

  /** The status of a node that says nothing of sizes, versions, and its next heartbeat. */
  public NodeStatus(
      NodeId node,
      State state,
      List<String> handlers,
      int workers,
      int active,
      int waiting,
      Set<Trait> traits,
      long announcedNanos,
      long taken) {
    this(
        node,
        state,
        handlers,
        workers,
        active,
        waiting,
        traits,
        announcedNanos,
        taken,
        0,
        List.of(),
        Duration.ZERO);
  }

  /** The status of a node that nothing is special about. */
  public NodeStatus(
      NodeId node, State state, List<String> handlers, int workers, int active, int waiting) {
    this(node, state, handlers, workers, active, waiting, Set.of(), 0, 0);
  }

  /** Its name and life and, if it says so, where it runs. */
  public String shown() {
    return origin.map(from -> node + " at " + from.place()).orElseGet(node::toString);
  }
}
