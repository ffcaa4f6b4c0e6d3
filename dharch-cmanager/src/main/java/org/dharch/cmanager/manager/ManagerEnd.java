package org.dharch.cmanager.manager;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrames;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.spi.CManager.Receiver;
import org.dharch.core.spi.HeartbeatOrder;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The state of a manager that all its brokers share: its address, its keys, the order of
 * heartbeats, its routes to nodes, and the only access to its receiver. Safe for any thread.
 */
final class ManagerEnd implements EmissionIntake.Ends, AutoCloseable {
  private final JmsOptions options;
  private final Codec codec;
  private final KeyRing.NamespaceKey keys;
  private final FrameGuard guard;
  private final ForgedFrames forged;
  private final String address = UUID.randomUUID().toString();
  private final HeartbeatOrder heartbeats =
      new HeartbeatOrder(System::nanoTime, Duration.ofSeconds(2));
  private final ManagerWays ways;
  private volatile Delivery delivery;
  private volatile long rarestMillis = Long.MAX_VALUE;

  /**
   * @param brokers the number of brokers
   * @param byBroker sends by one of them
   */
  ManagerEnd(
      JmsOptions options,
      int brokers,
      Function<KeyRing, FrameGuard> guarding,
      ManagerWays.Broker byBroker) {
    this.options = options;
    this.codec = new Codec(options);
    Path keyFile = options.security().findKeyFile();
    this.keys = KeyFile.namespace(keyFile);
    this.forged = new ForgedFrames("manager", keyFile.toString());
    this.guard = guarding.apply(keys);
    this.ways = new ManagerWays(address, keys, options, codec, brokers, byBroker);
  }

  /** Starts to deliver what arrives by these brokers, and by links. */
  void start(List<URI> brokers, Receiver receiver) {
    delivery = new Delivery(receiver, forged);
    ways.start(brokers, delivery);
  }

  JmsOptions options() {
    return options;
  }

  Codec codec() {
    return codec;
  }

  FrameGuard guard() {
    return guard;
  }

  String address() {
    return address;
  }

  /** The client id of its next connection to a broker. */
  String login() {
    return BrokerLogin.ofManager(keys);
  }

  Outbox.OutgoingItem encode(DMFormat message) {
    return codec.encode(message, Codec.ttl(message));
  }

  boolean send(NodeId node, DMFormat taskBatch) {
    return ways.send(node, encode(taskBatch));
  }

  Set<NodeId> linked() {
    return ways.linked();
  }

  /** The number of nodes with their latest heartbeat by this broker. */
  int nodesOf(int broker) {
    return ways.nodesOf(broker);
  }

  /** The longest heartbeat interval that the manager tolerates. */
  long rarestHeartbeatMillis() {
    return rarestMillis;
  }

  void rarestHeartbeat(Duration interval) {
    rarestMillis = interval.toMillis();
  }

  /** The broker of a node's latest heartbeat. */
  int brokerOf(NodeId node) {
    return ways.brokerOf(node);
  }

  void connected(int broker, boolean up) {
    if (!up) {
      heartbeats.lost(broker);
    }
    ways.brokerConnected(broker, up);
  }

  /** A node has left this broker: anything that still arrives by it was sent before. */
  void nodeLeft(NodeId node, int broker) {
    heartbeats.left(node, broker);
  }

  void nodeUnseen(NodeId node, int broker) {
    ways.nodeUnseen(node, broker);
  }

  /** Judges a heartbeat that arrived by this broker, possibly over a bridge. */
  HeartbeatOrder.Verdict judge(FrameHeader header, int broker, boolean bridged) {
    return heartbeats.judge(
        header.sender(),
        header.number(),
        header.lists(address),
        new HeartbeatOrder.Way(broker, bridged));
  }

  void onHeartbeat(NodeStatus status, DMFormat heartbeat, int broker) {
    if (ways.onHeartbeat(status, heartbeat, broker)) {
      delivery.call(r -> r.status(status));
    }
  }

  void reply(DMFormat reply) {
    delivery.call(r -> r.reply(reply));
  }

  void onQuery(String asker, DMFormat question) {
    delivery.call(r -> r.asked(asker, question));
  }

  void onAnswer(String manager, DMFormat answer) {
    delivery.call(r -> r.answered(manager, answer));
  }

  /** Emissions are delivered as replies are. */
  @Override
  public boolean emission(DMFormat emission, Runnable done) {
    boolean[] taken = {false};
    delivery.call(r -> taken[0] = r.emission(emission, done));
    return taken[0];
  }

  @Override
  public void malformed(String reason) {
    delivery.malformed(reason);
  }

  @Override
  public void forged(String reason) {
    delivery.forged(reason);
  }

  /** Logs suppressed events; call it periodically. */
  void logPending() {
    forged.logPending();
    ways.logPending();
  }

  void shut() {
    delivery.close();
  }

  @Override
  public void close() {
    ways.close();
  }
}
