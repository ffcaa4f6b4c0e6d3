package org.dharch.core;

import java.util.ArrayDeque;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/** A link of a manager and one node on a test's clock: each way takes 0.1 ms. */
final class ScheduledLink {
  private static final long MS = 1_000_000;
  private static final long WAY = MS / 10;

  /** Runs an action later. */
  interface Schedule {
    void after(long nanos, Runnable what);
  }

  private final Schedule schedule;
  private final ArrayDeque<DMFormat> batches = new ArrayDeque<>();
  private final Transport manager = new Transport();
  private final Channel node = new Channel();
  private CManager.Receiver receiver;
  private NodeChannel.Listener listener;

  ScheduledLink(Schedule schedule) {
    this.schedule = schedule;
  }

  CManager manager() {
    return manager;
  }

  NodeChannel node() {
    return node;
  }

  /** Connects the manager's end. */
  void connect(CManager.Receiver value) {
    receiver = value;
    receiver.connected(true);
  }

  /** Delivers the batches in their order, as far as the node accepts them. */
  private void deliver() {
    while (!batches.isEmpty() && listener.offer(batches.peek(), () -> {})) {
      batches.remove();
    }
    if (!batches.isEmpty()) {
      schedule.after(MS, this::deliver);
    }
  }

  private final class Transport extends HandTransport {
    Transport() {
      super("load");
    }

    @Override
    public boolean send(NodeId to, DMFormat batch) {
      schedule.after(
          WAY,
          () -> {
            batches.add(batch);
            deliver();
          });
      return true;
    }
  }

  private final class Channel implements NodeChannel {
    @Override
    public void start(NodeId id, Listener value) {
      listener = value;
    }

    @Override
    public void reply(String to, DMFormat reply) {
      schedule.after(WAY, () -> receiver.reply(reply));
    }

    @Override
    public void announce(NodeStatus status) {
      schedule.after(WAY, () -> receiver.status(status));
    }

    @Override
    public void drain() {}

    @Override
    public void close() {}
  }
}
