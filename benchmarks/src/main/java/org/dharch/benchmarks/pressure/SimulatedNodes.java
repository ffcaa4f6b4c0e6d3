package org.dharch.benchmarks.pressure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Simulates more nodes than a machine can run: they send heartbeats at the usual rate and reply to
 * each task batch at once without changes. The measured subject is their manager. One thread sends
 * the heartbeats.
 */
final class SimulatedNodes {
  static final String HANDLER = "played";

  /** The heartbeat interval of a node without other traffic. */
  private static final Duration HEARTBEAT = Duration.ofMillis(250);

  private static final int WORKERS = 8;
  private static final int WARM_UP_ANNOUNCEMENTS = 200_000;

  /** Never read; prevents the compiler from removing statuses that are not sent. */
  @SuppressWarnings("unused")
  private static volatile NodeStatus unsent;

  private final TaskBatchFormat format = new TaskBatchFormat(Limits.DEFAULT);
  private final List<One> nodes = new ArrayList<>();

  /** Adds {@code count} nodes to a manager's transport. */
  SimulatedNodes(InMemoryTransport transport, int count) {
    for (int i = 0; i < count; i++) {
      One node = new One(transport.node(), NodeId.parse("node" + i + "~" + incarnation()));
      nodes.add(node);
      node.channel.start(node.id, node);
      node.channel.announce(node.status());
    }
  }

  private static String incarnation() {
    return NodeId.incarnationNow().toLowerCase(Locale.ROOT);
  }

  /** Runs until the code is compiled. */
  void warmUp() {
    for (int i = 0; i < WARM_UP_ANNOUNCEMENTS; i++) {
      One node = nodes.get(i % nodes.size());
      node.channel.announce(node.status());
    }
  }

  /**
   * Sends the heartbeats of all nodes, evenly spread.
   *
   * @param isSending whether statuses are sent; otherwise they are only built
   */
  void announce(long nanos, boolean isSending) {
    long every = HEARTBEAT.toNanos() / nodes.size();
    long begin = System.nanoTime();
    long announced = 0;
    for (long past = 0; past < nanos; past = System.nanoTime() - begin) {
      for (; announced * every <= past; announced++) {
        One node = nodes.get((int) (announced % nodes.size()));
        NodeStatus status = node.status();
        if (isSending) {
          node.channel.announce(status);
        } else {
          unsent = status;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private final class One implements NodeChannel.Listener {
    private final NodeChannel channel;
    private final NodeId id;

    One(NodeChannel channel, NodeId id) {
      this.channel = channel;
      this.id = id;
    }

    NodeStatus status() {
      return NodeStatus.of(
              id,
              NodeStatus.State.READY,
              List.of(HANDLER),
              new NodeStatus.Load(WORKERS, 0, 0),
              ProcessOrigin.here("host"))
          .announced(System.nanoTime(), Duration.ZERO);
    }

    @Override
    public boolean offer(DMFormat message, Runnable done) {
      TaskBatch batch = format.taskBatch(message);
      List<HandlerResult> results =
          batch.tasks().stream()
              .map(
                  task ->
                      HandlerResult.of(
                          task.index(),
                          task.attempt(),
                          HandlerResult.Status.PERFORMED,
                          "",
                          0,
                          0,
                          Changes.NONE))
              .toList();
      channel.reply(
          batch.replyTo(), format.encode(new Reply(batch.id(), batch.incarnation(), id, results)));
      done.run();
      return true;
    }

    @Override
    public boolean awaitCapacity(Duration limit) {
      return true;
    }
  }
}
