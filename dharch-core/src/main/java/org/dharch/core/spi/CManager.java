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
 * Communication Manager (seed 000, section 3.1.2), the manager's end: moves DMFormats to the nodes
 * and their replies back. It knows nothing of orchestration. Started once, closed once.
 */
public interface CManager extends AutoCloseable {

  /**
   * Starts to deliver replies and heartbeats to {@code receiver}. Called once.
   *
   * @throws org.dharch.core.message.DHArchException if the transport cannot be set up; an absent
   *     external broker is not that: it is waited for, and {@link Receiver#connected} tells when it
   *     is there
   */
  void start(Receiver receiver);

  /**
   * The name under which nodes reply to this manager, by whichever broker; unique among all
   * managers.
   */
  String address();

  /**
   * Where nodes on this and other machines reach the broker, if this manager runs one itself; all
   * of its brokers, if it has several. There after {@link #start}, with the actual port.
   */
  default Optional<URI> nodeUri() {
    return Optional.empty();
  }

  /**
   * Hands {@code batch} over for transport to {@code node}. Never blocks and never throws for a
   * transport that is down.
   *
   * @return false if the bounded outbox is full or the transport is down: nothing was kept
   * @throws org.dharch.core.message.MalformedMessageException if {@code batch} is past a limit of
   *     the transport and can never be sent
   */
  boolean send(NodeId node, DMFormat batch);

  /**
   * Tells {@code node} why it gets no work of this manager; it says so in its log and where it is
   * asked whether it is ready. Never blocks; it is told with each of the node's heartbeats as long
   * as it is so.
   */
  default void tell(NodeId node, String notice) {
    send(node, ManagerWarningFormat.encode(notice)); // what is not taken is lost
  }

  /**
   * Tells {@code node} that this manager has taken it in, and may give it work. Never blocks; it is
   * told once, and only a node that says that it knows it ({@link NodeStatus.Trait#WELCOME}).
   */
  default void welcome(NodeId node) {
    send(node, RegistrationFormat.encode(address())); // what is not taken is lost
  }

  /**
   * From now on this manager takes the emissions that are for these queues, and for no others. May
   * be said before {@link #start}. A transport that knows no emissions brings none.
   */
  default void takeEmissions(Set<EmissionQueue> queues) {}

  /**
   * Hands an emission over for transport to whichever manager takes what is for {@code queue}, in
   * the name of the node whose result it came in. Never blocks.
   *
   * @return false if there is no room or no way now: nothing was kept
   * @throws org.dharch.core.message.MalformedMessageException if it is past a limit of the
   *     transport and can never be sent
   */
  default boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
    return false;
  }

  /**
   * How rarely nodes may announce themselves at the most for this manager, whatever the transport
   * would wish for the sake of its brokers. May be said before {@link #start}, and anew. A
   * transport that wishes nothing of nodes does not care.
   */
  default void heartbeatsWithin(Duration interval) {}

  /**
   * Whether every node can pass a message on to every other. Nodes of brokers that do not know each
   * other cannot.
   */
  default boolean nodesMeet() {
    return true;
  }

  /** Its brokers, each with its bridges if this manager runs it; none where there is no broker. */
  default List<BrokerState> brokers() {
    return List.of();
  }

  /** The nodes to which there are connections past the broker now. */
  default Set<NodeId> linked() {
    return Set.of();
  }

  /**
   * Asks all managers of the system that can be reached, this one among them: their answers come to
   * {@link Receiver#answered}. Never blocks. A transport that knows one manager only asks nobody.
   *
   * @return false if there is no way to them now: nobody is asked
   */
  default boolean ask(DMFormat question) {
    return false;
  }

  /**
   * Hands an answer over for transport to who asked. Never blocks; one that is lost is not
   * repeated.
   *
   * @param asker as {@link Receiver#asked} was told
   * @throws org.dharch.core.message.MalformedMessageException if it is past a limit of the
   *     transport and can never be sent
   */
  default void answer(String asker, DMFormat answer) {}

  /** Ends delivery; nothing is called on the receiver after it returns. Idempotent. */
  @Override
  void close();

  /** What the manager's end hears; called on the transport's threads, must not block long. */
  interface Receiver {
    /** A reply arrived: late and doubled ones too, and ones that are no {@code Reply}. */
    void reply(DMFormat reply);

    /**
     * Something arrived that is not even a DMFormat, or a heartbeat that is none; it is dropped.
     */
    default void malformed(String reason) {}

    /**
     * Something arrived that nothing vouches for: forged, altered, sent before or meant for
     * another; it is dropped.
     */
    default void forged(String reason) {}

    /**
     * An emission came, for a queue that this manager takes; it may have come before.
     *
     * @param done run once, by any thread: then it need not be brought again, to whomever
     * @return false if there is no room now: nothing was kept, and {@code done} is not run
     */
    default boolean emission(DMFormat emission, Runnable done) {
      return false;
    }

    /**
     * Somebody who has the namespace key asks; it may come twice, or late.
     *
     * @param asker where the {@link CManager#answer} goes
     */
    default void asked(String asker, DMFormat question) {}

    /**
     * A manager answers what was asked here; it may come twice, or late.
     *
     * @param manager its address
     */
    default void answered(String manager, DMFormat answer) {}

    /** A node announced itself. */
    void status(NodeStatus status);

    /** The transport itself saw that {@code node} is gone, before its heartbeats ran out. */
    void gone(NodeId node);

    /**
     * There is no way to {@code node} now, although there is one to others, and what was on its way
     * there may be lost: one of several brokers is. It is alive, as far as anybody knows: it
     * announces itself when there is a way again, or is silent for too long.
     */
    default void unreachable(NodeId node) {}

    /**
     * The way to the broker is there or lost; of several brokers, to the first that is there, or to
     * the last. After a loss everything in flight may have been lost with it.
     */
    void connected(boolean up);
  }
}
