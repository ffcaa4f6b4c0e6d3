package org.dharch.cmanager;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dharch.core.spi.CManager.Receiver;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/** Keeps what a manager's end hears. */
public final class Recorder implements Receiver {
  public final Queue<DMFormat> replies = new ConcurrentLinkedQueue<>();
  public final Queue<NodeStatus> statuses = new ConcurrentLinkedQueue<>();
  public final Queue<NodeId> gone = new ConcurrentLinkedQueue<>();
  public final Queue<NodeId> unreachable = new ConcurrentLinkedQueue<>();
  public final Queue<Boolean> connected = new ConcurrentLinkedQueue<>();
  public final Queue<String> malformed = new ConcurrentLinkedQueue<>();
  public final Queue<String> forged = new ConcurrentLinkedQueue<>();

  @Override
  public void reply(DMFormat reply) {
    replies.add(reply);
  }

  @Override
  public void malformed(String reason) {
    malformed.add(reason);
  }

  @Override
  public void forged(String reason) {
    forged.add(reason);
  }

  @Override
  public void status(NodeStatus status) {
    statuses.add(status);
  }

  @Override
  public void gone(NodeId node) {
    gone.add(node);
  }

  @Override
  public void unreachable(NodeId node) {
    unreachable.add(node);
  }

  @Override
  public void connected(boolean up) {
    connected.add(up);
  }

  /** Up, or down after it was up. */
  public boolean isUp() {
    List<Boolean> all = List.copyOf(connected);
    return !all.isEmpty() && all.get(all.size() - 1);
  }

  public boolean hasStatusOf(NodeId node) {
    return statuses.stream().anyMatch(status -> status.node().equals(node));
  }
}
