package org.dharch.core.spi;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.ManagerWarningFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.RegistrationFormat;

/**
 * Communication Manager (seed 000, section 3.1.2), the manager's end: transports DMFormats to the
 * nodes and their replies back. Independent of orchestration. Started once, closed once.
 */
public interface CManager extends AutoCloseable {

  /**
   * Starts to deliver replies and heartbeats to {@code receiver}. Called once.
   *
   * @throws org.dharch.core.message.DHArchException if the transport cannot be set up. An external
   *     broker that cannot be reached is no such error: the transport retries, and {@link
   *     Receiver#connected} reports when it is connected
   */
  void start(Receiver receiver);

  /** The name to which nodes reply, by any broker; unique among all managers. */
  String address();

  /**
   * The address at which nodes on this and other machines reach the broker, if this manager runs
   * one itself; all of its brokers, if it has several. Present after {@link #start}, with the
   * actual port.
   */
  default Optional<URI> nodeUri() {
    return Optional.empty();
  }

  /**
   * Queues {@code batch} for {@code node}. Never blocks; does not throw if the transport is down.
   *
   * @return false if the bounded outbox is full or the transport is down: nothing was queued
   * @throws org.dharch.core.message.MalformedMessageException if {@code batch} exceeds a limit of
   *     the transport and can never be sent
   */
  boolean send(NodeId node, DMFormat batch);

  /**
   * Reports to {@code node} why it receives no work from this manager. The node logs it and reports
   * it in its readiness check. Never blocks. Repeated with each of the node's heartbeats while the
   * condition lasts.
   */
  default void sendWarning(NodeId node, String notice) {
    send(node, ManagerWarningFormat.encode(notice)); // may be lost
  }

  /**
   * Reports to {@code node} that this manager has registered it and may send it work. Never blocks.
   * Sent once, and only to nodes that announce {@link NodeStatus.Trait#WELCOME}.
   */
  default void welcome(NodeId node) {
    send(node, RegistrationFormat.encode(address())); // may be lost
  }

  /**
   * Consumes the emissions of exactly these queues from now on. May be called before {@link
   * #start}. Ignored by a transport without emissions.
   */
  default void takeEmissions(Set<EmissionQueue> queues) {}

  /**
   * Sends an emission to any manager that consumes {@code queue}, on behalf of the node whose
   * result contained it. Never blocks.
   *
   * @return false if there is no capacity or no connection now: nothing was kept
   * @throws org.dharch.core.message.MalformedMessageException if it exceeds a limit of the
   *     transport and can never be sent
   */
  default boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
    return false;
  }

  /**
   * Sets the longest interval between heartbeats that this manager tolerates, even if the transport
   * prefers fewer for the sake of its brokers. May be called before {@link #start}, and repeatedly.
   * Transports that do not control heartbeats ignore it.
   */
  default void heartbeatsWithin(Duration interval) {}

  /**
   * Whether every node can forward messages to every other. Nodes of independent brokers cannot.
   */
  default boolean nodesMeet() {
    return true;
  }

  /** Its brokers, each with its bridges if this manager runs it; empty without a broker. */
  default List<BrokerState> brokers() {
    return List.of();
  }

  /** The ends of the certificates in its key and trust stores; empty without TLS. */
  default List<CertificateExpiry> certificates() {
    return List.of();
  }

  /** The nodes with a direct link. */
  default Set<NodeId> linked() {
    return Set.of();
  }

  /**
   * Queries all reachable managers of the namespace, including this one. Their replies arrive at
   * {@link Receiver#answered}. Never blocks. A transport that knows only one manager sends nothing.
   *
   * @return false if no manager can be reached now: nothing was sent
   */
  default boolean ask(DMFormat question) {
    return false;
  }

  /**
   * Sends a reply to a query. Never blocks. A lost reply is not repeated.
   *
   * @param asker as passed to {@link Receiver#asked}
   * @throws org.dharch.core.message.MalformedMessageException if it exceeds a limit of the
   *     transport and can never be sent
   */
  default void answer(String asker, DMFormat answer) {}

  /** Stops delivery; the receiver is not called after it returns. Idempotent. */
  @Override
  void close();

  /**
   * Receives what arrives for the manager. Called on the transport's threads; must not block long.
   */
  interface Receiver {
    /** A reply arrived, possibly late, repeated or invalid. */
    void reply(DMFormat reply);

    /** An undecodable message or heartbeat arrived and was dropped. */
    default void malformed(String reason) {}

    /**
     * A frame with an invalid signature arrived: forged, altered, replayed, or meant for another
     * receiver. It was dropped.
     */
    default void forged(String reason) {}

    /**
     * An emission arrived for a queue that this manager consumes; it may arrive more than once.
     *
     * @param done run once, by any thread, when the emission need not be delivered again to any
     *     manager
     * @return false if there is no capacity now: nothing was kept, and {@code done} is not run
     */
    default boolean emission(DMFormat emission, Runnable done) {
      return false;
    }

    /**
     * A query arrived from a peer that has the namespace key. It may arrive twice, or late.
     *
     * @param asker the address for {@link CManager#answer}
     */
    default void asked(String asker, DMFormat question) {}

    /**
     * A manager's reply to a query arrived; it may arrive twice, or late.
     *
     * @param manager its address
     */
    default void answered(String manager, DMFormat answer) {}

    /** A node announced itself. */
    void status(NodeStatus status);

    /** The transport detected the loss of {@code node} before its heartbeats ran out. */
    void gone(NodeId node);

    /**
     * {@code node} cannot be reached now, although others can, and messages in transit to it may be
     * lost, because one of several brokers is lost. The node counts as alive: it announces itself
     * on another route, or is silent for too long.
     */
    default void unreachable(NodeId node) {}

    /**
     * The connection to the broker is established or lost; with several brokers, to the first or
     * the last one. After a loss everything in flight may be lost.
     */
    void connected(boolean up);
  }
}
