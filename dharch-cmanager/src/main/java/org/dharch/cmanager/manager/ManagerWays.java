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
import org.dharch.cmanager.link.LinkTls;
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
 * A manager's two ways to its nodes, and what each sees of them. Here alone is said what goes by
 * the broker and what by a direct link; {@link NodeWays} decides it, {@link ManagerLinks} makes the
 * links. Safe for any thread; close it.
 */
final class ManagerWays implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerWays.class);

  /** The way by the broker. */
  interface Broker {
    /** Sends it to that node by this broker; false if it is not taken. */
    boolean send(int broker, NodeId node, Outbox.OutgoingItem item);

    /** Likewise, never on the calling thread. */
    void sendLater(int broker, NodeId node, Outbox.OutgoingItem item);
  }

  private final String manager;
  private final KeyRing keys;
  private final JmsOptions options;
  private final Codec codec;
  private final Broker broker;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private volatile Optional<ManagerLinks> links = Optional.empty();
  private volatile Delivery delivery;

  /**
   * Without links.
   *
   * @param brokers how many there are
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
    this.broker = broker;
    this.ways = new NodeWays<>(options.outboxMessages(), options.outboxBytes(), brokers);
  }

  /** From now on makes links, as the options want it; with TLS if one of these brokers has it. */
  void start(List<URI> brokers, Delivery to) {
    delivery = to;
    boolean isTls = LinkStores.isTls(brokers);
    if (!options.link().isOn()) {
      return;
    }
    if (isTls && options.tls().keyStore().isEmpty()) {
      LOG.info("Direct links disabled reason=no-keyStore");
      return;
    }
    Optional<LinkTls> tls =
        isTls ? Optional.of(LinkStores.ofManager(options.tls())) : Optional.empty();
    links = Optional.of(new ManagerLinks(manager, keys, options, codec, ways, tls, new Linked()));
  }

  /** Sends it to {@code node} by whichever way; false if it is not taken. Never blocks. */
  boolean send(NodeId node, Outbox.OutgoingItem item) {
    return switch (ways.send(node, item, item.size())) {
      case LINK -> {
        linkTo(node).ifPresent(link -> link.wake(item.size()));
        yield true;
      }
      case BROKER -> broker.send(ways.brokerOf(node), node, item);
      case NONE -> false;
    };
  }

  private Optional<ManagerLink> linkTo(NodeId node) {
    return links.flatMap(all -> all.to(node));
  }

  /** The number of nodes with their latest heartbeat by this broker. */
  int nodesOf(int which) {
    return ways.nodesOf(which);
  }

  /** The broker of the latest heartbeat of {@code node}. */
  int brokerOf(NodeId node) {
    return ways.brokerOf(node);
  }

  /** This broker is there or lost. */
  void broker(int which, boolean up) {
    NodeWays.RouteChange<Outbox.OutgoingItem> change = ways.broker(which, up);
    sendLater(change.again());
    if (change.turned()) {
      delivery.call(r -> r.connected(up));
    }
    change.cut().forEach(this::unreachable);
  }

  private void unreachable(NodeId node) {
    delivery.call(r -> r.unreachable(node));
  }

  /** It was on a link, and goes by the broker; what that does not take its time-out finds. */
  private void sendLater(List<NodeWays.Parcel<Outbox.OutgoingItem>> parcels) {
    parcels.forEach(
        parcel -> broker.sendLater(ways.brokerOf(parcel.node()), parcel.node(), parcel.item()));
  }

  /** This broker has lost sight of {@code node}. */
  void unseen(NodeId node, int which) {
    if (ways.unseen(node, which)) {
      delivery.call(r -> r.gone(node));
    }
  }

  /**
   * A heartbeat arrived by this broker. If it has the node's address, a link may be made.
   *
   * @return whether it is new: not if it arrived by a link before
   */
  boolean heard(NodeStatus status, DMFormat heartbeat, int which) {
    NodeWays.Sight<Outbox.OutgoingItem> sight = ways.seen(status.node(), which);
    sendLater(sight.again());
    if (sight.moved()) {
      unreachable(status.node()); // it was, and nobody has said so
    }
    Optional<ManagerLink> link = linkTo(status.node());
    if (link.isPresent()) {
      return !link.get().knows(status);
    }
    if (status.state() == NodeStatus.State.READY) {
      heartbeat
          .properties()
          .get(NodeLinks.ADDRESS)
          .ifPresent(at -> links.ifPresent(all -> all.heard(status.node(), at.toString())));
    }
    return true;
  }

  /** The nodes to which there are links. */
  Set<NodeId> linked() {
    return ways.linked();
  }

  /** Says what was not said yet; to be called now and then. */
  void look() {
    links.ifPresent(ManagerLinks::look);
  }

  /** Closes all links. */
  @Override
  public void close() {
    links.ifPresent(ManagerLinks::close);
  }

  /** Delivers what arrives by links as everything else. */
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
    public void broken(NodeId node, NodeWays.Broken<Outbox.OutgoingItem> what) {
      sendLater(what.again());
      if (what.gone()) {
        delivery.call(r -> r.gone(node));
      } else if (what.cut()) {
        unreachable(node);
      }
    }
  }
}
