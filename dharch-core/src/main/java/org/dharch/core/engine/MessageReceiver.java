package org.dharch.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.OnRestart;
import org.dharch.core.context.CheckpointBarrier;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.Inbox;
import org.dharch.core.execution.event.Event;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.placement.GoneNodes;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.SilenceWatch;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Slots;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements MRThread (seed 000, section 3.2): receives replies and delivers their results to the
 * executions, which merge them and continue with the next stage or end. Also processes the
 * transport's reports about nodes, and wakes executions at their deadlines.
 */
public final class MessageReceiver implements Conductor.Agent {
  private static final Logger LOG = LoggerFactory.getLogger(MessageReceiver.class);
  private static final int BATCH = 256;

  /** After this many rounds that did not empty the inbox, due executions are woken anyway. */
  private static final int PATIENT_ROUNDS = 16;

  private final Inbox inbox;
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final ProgressReport report;
  private final Slots slots;
  private final MessageSelector selector;
  private final ExecutionDriver driver;
  private final NodeDirectory directory;
  private final Counters counters;
  private final GoneNodes goneNodes;
  private final SilenceWatch silence;
  private final Ticker ticker;
  private final CManager cmanager;
  private int fullRounds;
  private Optional<CompletableFuture<Void>> closing = Optional.empty();

  public MessageReceiver(
      Inbox inbox,
      IMQueue imQueue,
      MPQueue mpQueue,
      Slots slots,
      MessageSelector selector,
      ExecutionDriver driver,
      NodeDirectory directory,
      GoneNodes goneNodes,
      Counters counters,
      CManager cmanager,
      DHManagerConfig config) {
    this.inbox = inbox;
    this.imQueue = imQueue;
    this.mpQueue = mpQueue;
    this.report = new ProgressReport(imQueue, mpQueue, slots, driver, config.ticker());
    this.slots = slots;
    this.selector = selector;
    this.driver = driver;
    this.directory = directory;
    this.goneNodes = goneNodes;
    this.counters = counters;
    this.ticker = config.ticker();
    this.cmanager = cmanager;
    this.silence =
        new SilenceWatch(config.nodeSilence().toNanos(), config.silentBeats(), ticker.nanos());
  }

  @Override
  public int doWork() {
    int work = 0;
    if (closing.isPresent() && mpQueue.size() == 0) {
      closing.get().complete(null);
    }
    silence.look(ticker.nanos(), fullRounds == 0);
    work += takeInbox();
    if (fullRounds == 0) {
      for (SilenceWatch.Silent silent : silence.silent()) {
        lost(silent.node(), "silent for " + silent.limit().toMillis() + " ms");
        work++;
      }
    }
    // in other rounds, a queued reply may still prevent a timeout
    if (fullRounds == 0 || fullRounds >= PATIENT_ROUNDS) {
      work += wakeDue();
    }
    return work;
  }

  /** Processes queued items; {@code fullRounds} is 0 if that emptied the inbox. */
  private int takeInbox() {
    for (int work = 0; work < BATCH; work++) {
      Optional<Inbox.Item> item = inbox.poll();
      if (item.isEmpty()) {
        fullRounds = 0;
        return work;
      }
      take(item.get());
    }
    fullRounds++;
    return BATCH;
  }

  private int wakeDue() {
    int work = 0;
    long now = ticker.nanos();
    while (work < BATCH) {
      Optional<DHMContext> due = mpQueue.due(now);
      if (due.isEmpty()) {
        break;
      }
      driver.apply(due.get(), new Event.Tick());
      if (due.get().execution().isOver()) {
        break; // MessageProcessor must remove it first
      }
      work++;
    }
    return work;
  }

  private void take(Inbox.Item item) {
    if (item instanceof Inbox.Replied replied) {
      reply(replied.reply());
    } else if (item instanceof Inbox.Heard heard) {
      heard(heard.status());
    } else if (item instanceof Inbox.Gone gone) {
      lost(gone.node(), "its connection is gone");
    } else if (item instanceof Inbox.Unreachable unreachable) {
      unreachable(unreachable.node());
    } else if (item instanceof Inbox.Connected connected) {
      connected(connected.up());
    } else if (item instanceof Inbox.Withdraw withdraw) {
      withdraw(withdraw);
    } else if (item instanceof Inbox.Answered answered) {
      slots.answered(answered.request(), ticker.nanos());
    } else if (item instanceof Inbox.Ask<?> ask) {
      ask.answerFrom(report);
    } else if (item instanceof Inbox.Until until) {
      until.taken().complete(null);
    } else if (item instanceof Inbox.Recorded recorded) {
      if (mpQueue.holds(recorded.message())) {
        recorded(recorded.message(), recorded.written());
      }
    } else if (item instanceof Inbox.HandedOver over) {
      mpQueue
          .find(over.id())
          .filter(message -> message.held().filter(CheckpointBarrier::isHandingOver).isPresent())
          .ifPresent(message -> handedOver(message, over.was()));
    } else if (item instanceof Inbox.Done done) {
      if (mpQueue.holds(done.message())) {
        driver.apply(done.message(), done.event());
      }
    } else if (item instanceof Inbox.Revise revise) {
      revise(revise);
    } else {
      close((Inbox.Close) item);
    }
  }

  private void reply(Reply reply) {
    silence.heard(reply.node());
    Optional<DHMContext> message = mpQueue.find(reply.id());
    if (message.isEmpty()) {
      reply.results().forEach(result -> counters.count(Counter.RESULTS_IGNORED));
      return;
    }
    // results of speculative stages come first, so that they are present when their stage starts
    List<HandlerResult> begun = new ArrayList<>(reply.results().size());
    for (HandlerResult result : reply.results()) {
      if (message.get().execution().hasBegun(result.index())) {
        begun.add(result);
      } else {
        result(message.get(), reply, result);
      }
    }
    begun.forEach(result -> result(message.get(), reply, result));
  }

  private void result(DHMContext message, Reply reply, HandlerResult result) {
    driver.apply(message, new Event.Result(reply.node(), reply.incarnation(), result));
  }

  private void heard(NodeStatus status) {
    silence.heard(status.node(), status.interval());
    boolean stops = status.state() == NodeStatus.State.STOPPED;
    Optional<NodeStatus> before =
        stops ? directory.statusOf(status.node().name()) : Optional.empty();
    NodeDirectory.MembershipChange change = directory.heard(status);
    if (change.joined()) {
      goneNodes.came(status.node().name());
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
    change.duplicate().ifPresent(duplicate -> LOG.warn(rejection(duplicate, status)));
    change
        .duplicate()
        .ifPresent(
            duplicate -> cmanager.sendWarning(duplicate.node(), rejection(duplicate, status)));
    change
        .rejectedFor()
        .ifPresent(here -> cmanager.sendWarning(status.node(), rejection(status, here)));
    for (NodeId gone : change.gone()) {
      silence.end(gone);
      before.ifPresent(last -> goneNodes.went(last, "it was stopped", ticker.nanos()));
      driver.nodeLost(gone);
    }
    boolean back = directory.reached(status.node());
    if (back) {
      LOG.info("Node reachable again node={}", status.node());
    }
    if (change.joined() || back) {
      tellJoined(status.node());
    }
    if (change.servesMore() || back) {
      driver.nodeCame();
    }
    if (change.servesLess()) {
      driver.nodeWent();
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

  private void lost(NodeId node, String why) {
    silence.end(node);
    Optional<NodeStatus> last = directory.statusOf(node.name());
    if (directory.remove(node)) {
      last.ifPresent(status -> goneNodes.went(status, why, ticker.nanos()));
      counters.count(Counter.NODES_LOST);
      LOG.warn("Node lost node={} reason={}", node, why);
      driver.nodeLost(node);
      driver.nodeWent();
    }
  }

  /**
   * The node may be alive: it remains listed, but other nodes do its work until its next heartbeat.
   */
  private void unreachable(NodeId node) {
    if (directory.unreachable(node)) {
      LOG.warn("Node unreachable node={} reason=broker-lost", node);
      driver.nodeLost(node);
      driver.nodeWent();
    }
  }

  /**
   * Notifies the executions that wait for this node, including those that an earlier incarnation of
   * the manager started.
   */
  private void tellJoined(NodeId node) {
    for (DHMContext message : mpQueue.all()) {
      if (message.execution().awaits(node.name())) {
        driver.apply(message, new Event.NodeJoined(node));
      }
    }
  }

  private void connected(boolean up) {
    silence.forgive();
    if (up) {
      mpQueue.all().forEach(message -> driver.apply(message, new Event.Reconnected()));
    }
  }

  private void recorded(DHMContext message, boolean written) {
    CheckpointBarrier held = message.held().orElseThrow();
    if (written) {
      held.recorded();
    } else {
      driver.notRecorded(message, held);
    }
    mpQueue.look(message);
  }

  /** Sends the completion callbacks, or cancels them if the message was not delivered. */
  private void handedOver(DHMContext message, boolean was) {
    message.held().ifPresent(CheckpointBarrier::handedOver);
    if (!was) {
      driver.untold(message);
    }
    mpQueue.look(message);
  }

  private void withdraw(Inbox.Withdraw withdraw) {
    if (imQueue.find(withdraw.id()).filter(DHMContext::hasCompleted).isPresent()) {
      return;
    }
    imQueue
        .remove(withdraw.id())
        .ifPresentOrElse(
            waiting -> selector.end(waiting, withdraw.fault()),
            () -> driver.apply(withdraw.id(), new Event.Withdrawn(withdraw.fault())));
  }

  private void revise(Inbox.Revise revise) {
    imQueue
        .find(revise.id())
        .ifPresentOrElse(
            waiting -> waiting.revision = Optional.of(revise.rest()),
            () -> driver.apply(revise.id(), new Event.Revised(revise.rest())));
  }

  private void close(Inbox.Close close) {
    Fault fault = new Fault(Fault.Code.SHUT_DOWN, "", "the manager was closed");
    imQueue.drain().forEach(waiting -> selector.end(waiting, fault));
    List<DHMContext> executing = mpQueue.all();
    for (DHMContext message : executing) {
      if (message.held().filter(CheckpointBarrier::isHandingOver).isPresent()) {
        handedOver(message, false); // it has completed, and its gateway may still accept it
      } else {
        driver.apply(message, atClose(message, fault, close.abandon()));
      }
    }
    closing = Optional.of(close.done());
  }

  private static Event atClose(DHMContext message, Fault fault, boolean abandon) {
    if (message.onRestart() == OnRestart.RESUME) {
      return new Event.Suspended(fault);
    }
    return abandon ? new Event.Abandoned(fault) : new Event.Withdrawn(fault);
  }

  @Override
  public long nextWake() {
    return Math.min(mpQueue.nextWake(), silence.nextLook());
  }
}
