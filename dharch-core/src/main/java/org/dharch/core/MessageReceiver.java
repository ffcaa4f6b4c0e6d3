package org.dharch.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.execution.Event;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MRThread's duty (seed 000, section 3.2): takes replies and gives their results to the executions,
 * which merge them and go on to the next stage or out. It also takes what the transport says of the
 * nodes, and wakes executions whose time has come.
 */
final class MessageReceiver implements Agent {
  private static final Logger LOG = LoggerFactory.getLogger(MessageReceiver.class);
  private static final int BATCH = 256;

  private final Inbox inbox;
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Slots slots;
  private final MessageSelector selector;
  private final ExecutionDriver driver;
  private final NodeDirectory directory;
  private final Counters counters;
  private final long nodeSilenceNanos;
  private final Ticker ticker;
  private Optional<CompletableFuture<Void>> closing = Optional.empty();

  MessageReceiver(
      Inbox inbox,
      IMQueue imQueue,
      MPQueue mpQueue,
      Slots slots,
      MessageSelector selector,
      ExecutionDriver driver,
      NodeDirectory directory,
      Counters counters,
      DHManagerConfig config) {
    this.inbox = inbox;
    this.imQueue = imQueue;
    this.mpQueue = mpQueue;
    this.slots = slots;
    this.selector = selector;
    this.driver = driver;
    this.directory = directory;
    this.counters = counters;
    this.nodeSilenceNanos = config.nodeSilence().toNanos();
    this.ticker = config.ticker();
  }

  @Override
  public int doWork() {
    int work = 0;
    if (closing.isPresent() && mpQueue.size() == 0) {
      closing.get().complete(null);
    }
    while (work < BATCH) {
      Optional<Inbox.Item> item = inbox.poll();
      if (item.isEmpty()) {
        break;
      }
      take(item.get());
      work++;
    }
    long now = ticker.nanos();
    for (NodeId silent : directory.silentSince(now - nodeSilenceNanos)) {
      lost(silent, "silent for " + nodeSilenceNanos / 1_000_000 + " ms");
      work++;
    }
    while (work < BATCH) {
      Optional<DHMContext> due = mpQueue.due(now);
      if (due.isEmpty()) {
        break;
      }
      driver.apply(due.get(), new Event.Tick());
      if (due.get().execution().isOver()) {
        break; // MessageProcessor takes it out first
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
    } else if (item instanceof Inbox.Connected connected) {
      connected(connected.up());
    } else if (item instanceof Inbox.Withdraw withdraw) {
      withdraw(withdraw);
    } else if (item instanceof Inbox.Answered answered) {
      slots.answered(answered.request(), ticker.nanos());
    } else if (item instanceof Inbox.Recorded recorded) {
      mpQueue.find(recorded.id()).ifPresent(message -> recorded(message, recorded.written()));
    } else if (item instanceof Inbox.Revise revise) {
      revise(revise);
    } else {
      close((Inbox.Close) item);
    }
  }

  private void reply(Reply reply) {
    Optional<DHMContext> message = mpQueue.find(reply.id());
    for (HandlerResult result : reply.results()) {
      if (message.isPresent()) {
        driver.apply(message.get(), new Event.Result(reply.node(), reply.life(), result));
      } else {
        counters.count(Counter.RESULTS_IGNORED);
      }
    }
  }

  private void heard(NodeStatus status) {
    NodeDirectory.MembershipChange change = directory.heard(status, ticker.nanos());
    if (change.joined()) {
      counters.count(Counter.NODES_JOINED);
      LOG.info("node {} joined with {}", status.node(), status.handlers());
    }
    for (NodeId gone : change.gone()) {
      tellLost(gone);
    }
    if (change.joined()) {
      tellJoined(status.node());
      driver.nodeCame();
    }
  }

  private void lost(NodeId node, String why) {
    if (directory.remove(node)) {
      counters.count(Counter.NODES_LOST);
      LOG.warn("node {} is lost: {}", node, why);
      tellLost(node);
    }
  }

  private void tellLost(NodeId node) {
    for (DHMContext message : mpQueue.all()) {
      if (message.execution().uses(node)) {
        driver.apply(message, new Event.NodeLost(node));
      }
    }
  }

  private void tellJoined(NodeId node) {
    for (DHMContext message : mpQueue.all()) {
      if (message.execution().awaits(node.name())) {
        driver.apply(message, new Event.NodeJoined(node));
      }
    }
  }

  private void connected(boolean up) {
    directory.forgiveSilence(ticker.nanos());
    if (up) {
      mpQueue.all().forEach(message -> driver.apply(message, new Event.Reconnected()));
    }
  }

  private void recorded(DHMContext message, boolean written) {
    message.recording = false;
    if (!written) {
      driver.notRecorded(message);
    }
    mpQueue.look(message);
  }

  private void withdraw(Inbox.Withdraw withdraw) {
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
      driver.apply(message, atClose(message, fault, close.abandon()));
    }
    closing = Optional.of(close.done());
  }

  private static Event atClose(DHMContext message, Fault fault, boolean abandon) {
    if (message.recovery() == DHMContext.Recovery.RESUME) {
      return new Event.Suspended(fault);
    }
    return abandon ? new Event.Abandoned(fault) : new Event.Withdrawn(fault);
  }

  @Override
  public long nextWake() {
    long oldest = directory.oldestHeardAt();
    long silence = oldest == Long.MAX_VALUE ? oldest : oldest + nodeSilenceNanos;
    return Math.min(mpQueue.nextWake(), silence);
  }
}
