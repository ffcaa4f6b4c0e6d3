package org.dharch.core.engine;

import java.util.Optional;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.event.Event;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.placement.GoneNodes;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.SilenceWatch;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Ticker;
import org.dharch.core.view.GoneNode;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the transport's reports about nodes and removes silent nodes: updates the directory,
 * then notifies the executions. Used only on the event loop ({@link Conductor}).
 */
public final class NodeEvents {
  private static final Logger LOG = LoggerFactory.getLogger(NodeEvents.class);

  private final CManager cmanager;
  private final NodeDirectory directory;
  private final GoneNodes goneNodes;
  private final MPQueue mpQueue;
  private final ExecutionDriver driver;
  private final Counters counters;
  private final SilenceWatch silence;
  private final Ticker ticker;

  public NodeEvents(
      CManager cmanager,
      NodeDirectory directory,
      GoneNodes goneNodes,
      MPQueue mpQueue,
      ExecutionDriver driver,
      Counters counters,
      DHManagerConfig config) {
    this.cmanager = cmanager;
    this.directory = directory;
    this.goneNodes = goneNodes;
    this.mpQueue = mpQueue;
    this.driver = driver;
    this.counters = counters;
    this.ticker = config.ticker();
    this.silence =
        new SilenceWatch(config.nodeSilence().toNanos(), config.silentBeats(), ticker.nanos());
  }

  /**
   * Starts a check for silent nodes.
   *
   * @param receivedAll whether the previous round emptied the inbox
   */
  void look(boolean receivedAll) {
    silence.look(ticker.nanos(), receivedAll);
  }

  /** Removes the silent nodes; returns their number. */
  int removeSilent() {
    int removed = 0;
    for (SilenceWatch.Silent silent : silence.silent()) {
      lost(silent.node(), "silent for " + silent.limit().toMillis() + " ms");
      removed++;
    }
    return removed;
  }

  long nextLook() {
    return silence.nextLook();
  }

  /** The node sent a reply. */
  void received(NodeId node) {
    silence.received(node);
  }

  void received(NodeStatus status) {
    silence.received(status.node(), status.interval());
    boolean stops = status.state() == NodeStatus.State.STOPPED;
    Optional<NodeStatus> before =
        stops ? directory.statusOf(status.node().name()) : Optional.empty();
    NodeDirectory.MembershipChange change = directory.update(status);
    if (change.joined()) {
      goneNodes.joined(status.node().name());
      counters.count(Counter.NODES_JOINED);
      silence.begin(status.node(), status.interval());
      LOG.info("Node joined node={} handlers={}", status.shown(), status.handlers());
      if (status.traits().contains(NodeStatus.Trait.WELCOME)) {
        cmanager.welcome(status.node());
      }
    }
    if (!change.joined() && (change.servesMore() || change.servesLess())) {
      LOG.info(
          "Node status changed node={} state={} handlers={}",
          status.node(),
          status.state(),
          status.handlers());
    }
    change
        .duplicate()
        .ifPresent(
            duplicate -> {
              String rejection = rejection(duplicate, status);
              LOG.warn(rejection);
              cmanager.sendWarning(duplicate.node(), rejection);
            });
    change
        .rejectedFor()
        .ifPresent(here -> cmanager.sendWarning(status.node(), rejection(status, here)));
    for (NodeId gone : change.gone()) {
      silence.end(gone);
      before.ifPresent(last -> goneNodes.went(last, GoneNode.STOPPED, ticker.nanos()));
      driver.nodeLost(gone);
    }
    boolean back = directory.reached(status.node());
    if (back) {
      LOG.info("Node reachable again node={}", status.node());
    }
    if (change.joined() || back) {
      reportJoined(status.node());
    }
    if (change.servesMore() || back) {
      driver.nodeJoined();
    }
    if (change.servesLess()) {
      driver.nodeLeft();
    }
  }

  /**
   * Returns the reason why {@code duplicate} receives no work. Both nodes receive it while the
   * conflict lasts.
   */
  private static String rejection(NodeStatus duplicate, NodeStatus here) {
    return "node "
        + duplicate.shown()
        + " gets no work: "
        + here.shown()
        + " has the same name and was here first; each node must have a unique name";
  }

  void lost(NodeId node, String why) {
    silence.end(node);
    Optional<NodeStatus> last = directory.statusOf(node.name());
    if (directory.remove(node)) {
      last.ifPresent(status -> goneNodes.went(status, why, ticker.nanos()));
      counters.count(Counter.NODES_LOST);
      LOG.warn("Node lost node={} reason={}", node, why);
      driver.nodeLost(node);
      driver.nodeLeft();
    }
  }

  /**
   * The node may be alive: it remains listed, but other nodes do its work until its next heartbeat.
   */
  void unreachable(NodeId node) {
    if (directory.unreachable(node)) {
      LOG.warn("Node unreachable node={} reason=broker-lost", node);
      driver.nodeLost(node);
      driver.nodeLeft();
    }
  }

  /**
   * Notifies the executions that wait for this node, including those that an earlier incarnation of
   * the manager started.
   */
  private void reportJoined(NodeId node) {
    for (DHMContext message : mpQueue.all()) {
      if (message.execution().awaits(node.name())) {
        driver.apply(message, new Event.NodeJoined(node));
      }
    }
  }

  void connected(boolean up) {
    silence.forgive();
    if (up) {
      mpQueue.all().forEach(message -> driver.apply(message, new Event.Reconnected()));
    }
  }
}
