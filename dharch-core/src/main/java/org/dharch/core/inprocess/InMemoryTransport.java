package org.dharch.core.inprocess;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * Transport within one JVM: a manager and its nodes pass DMFormats by direct calls, without a
 * thread, queue or copy between them. The nodes' inboxes bound it. Thread-safe.
 */
public final class InMemoryTransport {
  private final Map<NodeId, NodeEnd> nodes = new ConcurrentHashMap<>();
  private final Map<NodeId, NodeStatus> statuses = new ConcurrentHashMap<>();
  private final ManagerEnd manager = new ManagerEnd();
  private volatile CManager.Receiver receiver;
  private volatile Set<EmissionQueue> taken = Set.of();

  /** The manager's end; there is one. */
  public CManager manager() {
    return manager;
  }

  /** A new node's end. */
  public NodeChannel node() {
    return new NodeEnd();
  }

  private final class ManagerEnd implements CManager {
    @Override
    public void start(Receiver value) {
      receiver = value;
      value.connected(true);
      statuses.values().forEach(value::status);
    }

    @Override
    public String address() {
      return "memory";
    }

    @Override
    public boolean send(NodeId node, DMFormat batch) {
      NodeEnd end = nodes.get(node);
      return end != null && end.listener.offer(batch, () -> {});
    }

    @Override
    public void takeEmissions(Set<EmissionQueue> queues) {
      taken = Set.copyOf(queues);
    }

    @Override
    public void close() {
      receiver = null;
    }
  }

  private final class NodeEnd implements NodeChannel {
    private volatile NodeId id;
    private volatile Listener listener;

    @Override
    public void start(NodeId node, Listener value) {
      id = node;
      listener = value;
      nodes.put(node, this);
    }

    @Override
    public void reply(String to, DMFormat reply) {
      CManager.Receiver there = receiver;
      if (there != null) {
        there.reply(reply);
      }
    }

    @Override
    public boolean forwards() {
      return true;
    }

    @Override
    public boolean forward(NodeId to, DMFormat message) {
      NodeEnd end = nodes.get(to);
      return end != null && end.listener.offer(message, () -> {});
    }

    @Override
    public boolean emit(EmissionQueue queue, DMFormat emission) {
      CManager.Receiver there = receiver;
      return there != null && taken.contains(queue) && there.emission(emission, () -> {});
    }

    @Override
    public void announce(NodeStatus status) {
      if (status.state() == NodeStatus.State.STOPPED) {
        statuses.remove(status.node());
      } else {
        statuses.put(status.node(), status);
      }
      CManager.Receiver there = receiver;
      if (there != null) {
        there.status(status);
      }
    }

    @Override
    public void drain() {
      if (id != null) {
        nodes.remove(id);
      }
    }

    @Override
    public void close() {
      drain();
      if (id != null) {
        statuses.remove(id);
        CManager.Receiver there = receiver;
        if (there != null) {
          there.gone(id);
        }
      }
    }
  }
}
