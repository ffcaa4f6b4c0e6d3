package org.dharch.core;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.Effect;
import org.dharch.core.execution.Event;
import org.dharch.core.execution.MessageState;
import org.dharch.core.execution.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * MPThread's duty (seed 000, section 3.2): carries out what executions want done. It makes the
 * DMFormat of each task batch and hands it to CManager, and never waits for a reply; a message that
 * has ended it takes out of MPQueue.
 */
final class MessageProcessor implements Agent {
  private static final int BATCH = 64;

  private final MPQueue mpQueue;
  private final Slots slots;
  private final CManager cmanager;
  private final TaskBatchFormat format;
  private final ExecutionDriver driver;
  private final NodeDirectory directory;
  private final OutcomeDelivery delivery;
  private final ProgressWriter progressWriter;
  private final Counters counters;
  private final Duration transfer;
  private final Limits limits;
  private final Ticker ticker;

  MessageProcessor(
      MPQueue mpQueue,
      Slots slots,
      CManager cmanager,
      TaskBatchFormat format,
      ExecutionDriver driver,
      NodeDirectory directory,
      OutcomeDelivery delivery,
      ProgressWriter progressWriter,
      Counters counters,
      DHManagerConfig config) {
    this.mpQueue = mpQueue;
    this.slots = slots;
    this.cmanager = cmanager;
    this.format = format;
    this.driver = driver;
    this.directory = directory;
    this.delivery = delivery;
    this.progressWriter = progressWriter;
    this.counters = counters;
    this.transfer = config.timeouts().transferAllowance();
    this.limits = config.limits();
    this.ticker = config.ticker();
  }

  @Override
  public int doWork() {
    int work = 0;
    while (work < BATCH) {
      Optional<DHMContext> next = mpQueue.nextReady();
      if (next.isEmpty()) {
        break;
      }
      process(next.get());
      work++;
    }
    return work;
  }

  private void process(DHMContext message) {
    if (message.recovery() == DHMContext.Recovery.NONE) {
      message.takeEffects().forEach(effect -> carryOut(message, effect));
    } else {
      message.held.addAll(message.takeEffects());
      release(message);
    }
  }

  /** Carries out in order what need not wait until it is on disk how far the message is. */
  private void release(DHMContext message) {
    while (!message.recording && !message.held.isEmpty()) {
      if (message.covered == 0 && toBeRecorded(message, message.held.peek())) {
        message.recording = true;
        message.recorded = true;
        message.endRecorded |= message.held.stream().anyMatch(Effect.End.class::isInstance);
        message.covered = message.held.size();
        progressWriter.write(message, progress(message));
        return;
      }
      message.covered = Math.max(0, message.covered - 1);
      carryOut(message, message.held.poll());
    }
  }

  /** How far it is; if it is halted with something to be undone, that, as it is gone on with. */
  private Progress progress(DHMContext message) {
    return message.held.stream()
        .filter(Effect.End.class::isInstance)
        .map(Effect.End.class::cast)
        .filter(end -> end.outcome() instanceof Outcome.Halted)
        .flatMap(end -> end.left().stream())
        .findFirst()
        .orElseGet(() -> message.execution().progress(ticker.nanos()));
  }

  private static boolean toBeRecorded(DHMContext message, Effect effect) {
    if (effect instanceof Effect.Send send) {
      return send.tasks().stream()
          .anyMatch(task -> task.purpose().works() ? task.stateful() : tellsBeforeTheEnd(message));
    }
    return effect instanceof Effect.End end && message.recorded && !isSuspended(message, end);
  }

  /** Whether its end is not on disk yet, of which a handler is to be told once. */
  private static boolean tellsBeforeTheEnd(DHMContext message) {
    return message.recorded && !message.endRecorded;
  }

  /** Whether the message stays as it is, for the manager's next life. */
  private static boolean isSuspended(DHMContext message, Effect.End end) {
    return message.recovery() == DHMContext.Recovery.RESUME
        && end.outcome() instanceof Outcome.Halted halted
        && halted.fault().code() == Fault.Code.SHUT_DOWN;
  }

  private void carryOut(DHMContext message, Effect effect) {
    if (effect instanceof Effect.Send send) {
      send(message, send);
    } else if (effect instanceof Effect.End end) {
      slots.ended(message, end.outcome(), ticker.nanos());
      delivery.leave(end.outcome(), end.left());
    } else {
      mpQueue.remove(message, ticker.nanos());
      driver.left(message);
    }
  }

  private void send(DHMContext message, Effect.Send send) {
    for (Task task : send.tasks()) {
      if (!message.execution().wants(send.node(), task)) {
        return; // overtaken by an event of the same turn, which had its own say
      }
    }
    if (taken(message, send)) {
      counters.count(Counter.TASK_BATCHES_SENT);
    } else {
      counters.count(Counter.SENDS_REFUSED);
      driver.apply(message, new Event.Unsent(send.node(), send.tasks()));
    }
  }

  private boolean taken(DHMContext message, Effect.Send send) {
    try {
      return directory.alive(send.node()) // it may have waited for the disk for longer
          && cmanager.send(send.node(), format.encode(taskBatch(message, send)));
    } catch (MalformedMessageException e) {
      Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "", "cannot be sent: " + e.getMessage());
      driver.apply(message, new Event.Withdrawn(fault));
      return true;
    }
  }

  private TaskBatch taskBatch(DHMContext message, Effect.Send send) {
    long now = ticker.nanos();
    MessageState state = message.state();
    byte[] envelope = state.envelope();
    MessageProperties properties = state.properties();
    if (send.parts().isPresent()) {
      envelope = state.envelope(send.parts().get(), limits);
      properties = state.properties(send.parts().get());
    }
    return new TaskBatch(
        message.id(),
        send.life(),
        cmanager.address(),
        send.tasks(),
        directory.announcedNanos(send.node()),
        transfer,
        Duration.ofNanos(Math.max(0, message.execution().until() - now)),
        state.processed(),
        properties,
        envelope);
  }
}
