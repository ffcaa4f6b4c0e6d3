package org.dharch.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.config.OnRestart;
import org.dharch.core.context.CheckpointBarrier;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.Inbox;
import org.dharch.core.execution.event.Event;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.queue.Slots;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Reply;

/**
 * Implements MRThread (seed 000, section 3.2): receives replies and delivers their results to the
 * executions, which merge them and continue with the next stage or end. Also wakes executions at
 * their deadlines. {@link NodeEvents} processes the transport's reports about nodes.
 */
public final class MessageReceiver implements Conductor.Agent {
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
  private final NodeEvents nodes;
  private final Counters counters;
  private final Ticker ticker;
  private int fullRounds;
  private Optional<CompletableFuture<Void>> closing = Optional.empty();

  public MessageReceiver(
      Inbox inbox,
      Queues queues,
      MessageSelector selector,
      ExecutionDriver driver,
      NodeEvents nodes,
      Counters counters,
      Ticker ticker) {
    this.inbox = inbox;
    this.imQueue = queues.imQueue();
    this.mpQueue = queues.mpQueue();
    this.slots = queues.slots();
    this.report = new ProgressReport(queues, driver);
    this.selector = selector;
    this.driver = driver;
    this.nodes = nodes;
    this.counters = counters;
    this.ticker = ticker;
  }

  @Override
  public int doWork() {
    int work = 0;
    if (closing.isPresent() && mpQueue.size() == 0) {
      closing.get().complete(null);
    }
    nodes.look(fullRounds == 0);
    work += takeInbox();
    if (fullRounds == 0) {
      work += nodes.removeSilent();
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
    } else if (item instanceof Inbox.Heartbeat received) {
      nodes.received(received.status());
    } else if (item instanceof Inbox.Gone gone) {
      nodes.lost(gone.node(), "its connection is gone");
    } else if (item instanceof Inbox.Unreachable unreachable) {
      nodes.unreachable(unreachable.node());
    } else if (item instanceof Inbox.Connected connected) {
      nodes.connected(connected.up());
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
    nodes.received(reply.node());
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
      driver.cancelCallbacks(message);
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
    return Math.min(mpQueue.nextWake(), nodes.nextLook());
  }
}
