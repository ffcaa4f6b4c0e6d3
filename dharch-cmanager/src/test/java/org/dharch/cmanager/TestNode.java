package org.dharch.cmanager;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.dharch.cmanager.node.JmsNodeChannel;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/** A node that answers each task batch with itself, or keeps it when told to. */
public final class TestNode implements NodeChannel.Listener, AutoCloseable {
  private static final ProcessOrigin ORIGIN = ProcessOrigin.here("host");

  /** A task batch that was taken and is not done. */
  public record Held(DMFormat batch, Runnable done) {}

  public final NodeId id;
  public final JmsNodeChannel channel;
  public final Queue<Held> held = new ConcurrentLinkedQueue<>();
  public final Semaphore capacity = new Semaphore(1000);
  public volatile boolean holding;
  private final ExecutorService workers = Executors.newFixedThreadPool(2);

  /** Without direct links, if the options do not say otherwise. */
  public TestNode(URI broker, NodeId id, Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.putIfAbsent("link", "off");
    this.id = id;
    this.channel = new JmsCManagerProvider().node(broker, all);
  }

  public TestNode(URI broker, NodeId id) {
    this(broker, id, Map.of());
  }

  public TestNode start() {
    channel.start(id, this);
    channel.announce(status(NodeStatus.State.READY));
    return this;
  }

  public NodeStatus status(NodeStatus.State state) {
    return NodeStatus.of(id, state, List.of("echo"), new NodeStatus.Load(2, 0, 0), ORIGIN);
  }

  @Override
  public boolean offer(DMFormat batch, Runnable done) {
    if (!capacity.tryAcquire()) {
      return false;
    }
    if (holding) {
      held.add(new Held(batch, done));
    } else {
      workers.execute(() -> answer(new Held(batch, done)));
    }
    return true;
  }

  void answer(Held batch) {
    channel.reply(
        batch.batch().properties().text("dharch.replyTo", ""), batch.batch(), batch.done());
    capacity.release();
  }

  @Override
  public boolean awaitCapacity(Duration limit) throws InterruptedException {
    if (capacity.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      capacity.release();
      return true;
    }
    return false;
  }

  @Override
  public void close() {
    channel.close();
    workers.shutdownNow();
  }
}
