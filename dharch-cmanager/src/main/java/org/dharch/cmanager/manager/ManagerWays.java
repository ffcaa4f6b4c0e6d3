package org.dharch.cmanager.manager;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.cmanager.direct.LinkStores;
import org.dharch.cmanager.direct.ManagerLink;
import org.dharch.cmanager.direct.ManagerLinks;
import org.dharch.cmanager.direct.NodeLinks;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.link.LinkSettings;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A manager's two routes to its nodes, by the broker and by direct links. {@link NodeWays} chooses
 * the route, {@link ManagerLinks} makes the links. Safe for any thread; close it.
 */
final class ManagerWays implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerWays.class);

  interface Broker {
    /** Sends {@code item} by this broker; false if it is not accepted. */
    boolean send(int broker, NodeId node, Outbox.OutgoingItem item);

    /** As {@link #send}, never on the calling thread. */
    void sendLater(int broker, NodeId node, Outbox.OutgoingItem item);
  }

  private final String manager;
  private final KeyRing keys;
  private final JmsOptions options;
  private final Codec codec;
  private final Broker brokerConnected;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private volatile Optional<ManagerLinks> links = Optional.empty();
  private volatile Delivery delivery;

  /**
   * @param brokers the number of brokers
   * @throws CManagerException if the options have an address to listen at, which managers do not
   */
  ManagerWays(
      String manager, KeyRing keys, JmsOptions options, Codec codec, int brokers, Broker broker) {
    if (options.link().at().isPresent()) {
      throw new CManagerException(
          "transport option link must be auto or off at a manager (got an address)");
    }
    this.manager = manager;
    this.keys = keys;
    this.options = options;
    this.codec = codec;
    this.brokerConnected = broker;
    this.ways = new NodeWays<>(options.outbox().messages(), options.outbox().bytes(), brokers);
  }

  /** Makes links from now on, if the options allow; with TLS if one of these brokers has it. */
  void start(List<URI> brokers, Delivery to) {
    delivery = to;
    boolean isTls = LinkStores.isTls(brokers);
    if (!options.link().isOn()) {
      return;
    }
    if (isTls && options.security().tls().keyStore().isEmpty()) {
      LOG.info("Direct links disabled reason=no-keyStore");
      return;
    }
    LinkSettings settings = LinkStores.ofManager(options, isTls);
    links =
        Optional.of(new ManagerLinks(manager, keys, options, codec, ways, settings, new Linked()));
  }

  /**
   * Sends {@code item} to {@code node} by either route; false if it is not accepted. Never blocks.
   */
  boolean send(NodeId node, Outbox.OutgoingItem item) {
    return switch (ways.send(node, item, item.size())) {
      case LINK -> {
        linkTo(node).ifPresent(link -> link.wake(item.size()));
        yield true;
      }
      case BROKER -> brokerConnected.send(ways.brokerOf(node), node, item);
      case NONE -> false;
    };
  }

  private Optional<ManagerLink> linkTo(NodeId node) {
    return links.flatMap(all -> all.to(node));
  }

  int nodesOf(int index) {
    return ways.nodesOf(index);
  }

  int brokerOf(NodeId node) {
    return ways.brokerOf(node);
  }

  void brokerConnected(int index, boolean up) {
    NodeWays.RouteChange<Outbox.OutgoingItem> change = ways.broker(index, up);
    sendLater(change.again());
    if (change.turned()) {
      delivery.call(r -> r.connected(up));
    }
    change.cut().forEach(this::unreachable);
  }

  private void unreachable(NodeId node) {
    delivery.call(r -> r.unreachable(node));
  }

  /** Sends what was on a link by the broker; a timeout detects what that does not accept. */
  private void sendLater(List<NodeWays.Parcel<Outbox.OutgoingItem>> parcels) {
    parcels.forEach(
        parcel ->
            brokerConnected.sendLater(ways.brokerOf(parcel.node()), parcel.node(), parcel.item()));
  }

  void nodeUnseen(NodeId node, int index) {
    if (ways.unseen(node, index)) {
      delivery.call(r -> r.gone(node));
    }
  }

  /**
   * Processes a heartbeat that arrived by this broker. If it has the node's address, a link may be
   * made.
   *
   * @return whether it is new, so had not arrived by a link before
   */
  boolean onHeartbeat(NodeStatus status, DMFormat heartbeat, int index) {
    NodeWays.Sight<Outbox.OutgoingItem> sight = ways.seen(status.node(), index);
    sendLater(sight.again());
    if (sight.moved()) {
      unreachable(status.node()); // its former queue is unreachable
    }
    Optional<ManagerLink> link = linkTo(status.node());
    if (link.isPresent()) {
      return !link.get().hasDelivered(status);
    }
    if (status.state() == NodeStatus.State.READY) {
      heartbeat
          .properties()
          .get(NodeLinks.ADDRESS)
          .ifPresent(at -> links.ifPresent(all -> all.onHeartbeat(status.node(), at.toString())));
    }
    return true;
  }

  Set<NodeId> linked() {
    return ways.linked();
  }

  void logPending() {
    links.ifPresent(ManagerLinks::logPending);
  }

  @Override
  public void close() {
    links.ifPresent(ManagerLinks::close);
  }

  private final class Linked implements ManagerLinks.Events {
    @Override
    public void reply(DMFormat reply) {
      delivery.call(r -> r.reply(reply));
    }

    @Override
    public void status(NodeStatus status) {
      delivery.call(r -> r.status(status));
    }

    @Override
    public void malformed(String reason) {
      delivery.malformed(reason);
    }

    @Override
    public void forged(String reason) {
      delivery.forged(reason);
    }

    @Override
    public void lost(NodeId node, NodeWays.Broken<Outbox.OutgoingItem> broken) {
      sendLater(broken.again());
      if (broken.gone()) {
        delivery.call(r -> r.gone(node));
      } else if (broken.cut()) {
        unreachable(node);
      }
    }
  }
}
