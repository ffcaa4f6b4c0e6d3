package org.dharch.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A heartbeat: the status that a node reports at an interval and whenever its state changes.
 *
 * @param handlers the names of the hosted handlers
 * @param taken the number of attempts of stateful handlers that the execution journal has taken in
 *     all incarnations; may skip numbers, and never falls while the journal is the same
 * @param largest the maximum size of the envelope of a task batch in bytes; 0 if unlimited
 * @param versions the versions of handlers that the node document declares
 */
public record NodeStatus(
    NodeId node,
    State state,
    List<String> handlers,
    Load load,
    Set<Trait> traits,
    Announcement announcement,
    long taken,
    long largest,
    List<HandlerVersion> versions,
    ProcessOrigin origin) {

  /** The capabilities of a node. */
  public enum Trait {
    /** Gets work only for handlers that no other node hosts. */
    STANDBY,
    /** Executes speculative stages. */
    SPECULATIVE,
    /**
     * Accepts messages that other nodes forward, and forwards to others ({@link ForwardingRoute}).
     */
    FORWARDS,
    /** Receives a registration from each manager ({@link RegistrationFormat}). */
    WELCOME
  }

  /** The state of a node. */
  public enum State {
    /** Takes work. */
    READY,
    /** Finishes its work and takes none. */
    DRAINING,
    /** Has departed. */
    STOPPED
  }

  /**
   * The load of a node.
   *
   * @param workers how many handlers it runs in parallel
   * @param active how many handlers run now
   * @param waiting how many tasks wait for a worker
   */
  public record Load(int workers, int active, int waiting) {}

  /**
   * When the node reported this status and reports the next one.
   *
   * @param nanos the time on the clock of the node, which has its own origin
   * @param interval the maximum time until the next heartbeat; zero if unknown
   */
  public record Announcement(long nanos, Duration interval) {
    public Announcement {
      Objects.requireNonNull(interval, "interval");
    }
  }

  public NodeStatus {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(announcement, "announcement");
    Objects.requireNonNull(origin, "origin");
    handlers = List.copyOf(handlers);
    traits = Set.copyOf(traits);
    versions = List.copyOf(versions);
  }

  /** Returns a status without traits, versions, and a journal. */
  public static NodeStatus of(
      NodeId node, State state, List<String> handlers, Load load, ProcessOrigin origin) {
    Announcement announcement = new Announcement(0, Duration.ZERO);
    return new NodeStatus(
        node, state, handlers, load, Set.of(), announcement, 0, 0, List.of(), origin);
  }

  /** Returns a copy with these traits. */
  public NodeStatus traits(Set<Trait> value) {
    return new NodeStatus(
        node, state, handlers, load, value, announcement, taken, largest, versions, origin);
  }

  /** Returns a copy that was reported then. */
  public NodeStatus announced(long nanos, Duration interval) {
    Announcement value = new Announcement(nanos, interval);
    return new NodeStatus(
        node, state, handlers, load, traits, value, taken, largest, versions, origin);
  }

  /** Returns a copy with this number of attempts. */
  public NodeStatus taken(long value) {
    return new NodeStatus(
        node, state, handlers, load, traits, announcement, value, largest, versions, origin);
  }

  /** Returns a copy with this maximum size of an envelope. */
  public NodeStatus largest(long value) {
    return new NodeStatus(
        node, state, handlers, load, traits, announcement, taken, value, versions, origin);
  }

  /** Returns a copy with these versions. */
  public NodeStatus versions(List<HandlerVersion> value) {
    return new NodeStatus(
        node, state, handlers, load, traits, announcement, taken, largest, value, origin);
  }

  /** Returns how many handlers the node runs in parallel. */
  public int workers() {
    return load.workers();
  }

  /** Returns how many handlers run now. */
  public int active() {
    return load.active();
  }

  /** Returns how many tasks wait for a worker. */
  public int waiting() {
    return load.waiting();
  }

  /** Returns when the node reported this status, on its own clock. */
  public long announcedNanos() {
    return announcement.nanos();
  }

  /** Returns the maximum time until the next heartbeat; zero if unknown. */
  public Duration interval() {
    return announcement.interval();
  }

  /** Returns its name, its incarnation, and where it runs. */
  public String shown() {
    return node + " at " + origin.place();
  }
}
