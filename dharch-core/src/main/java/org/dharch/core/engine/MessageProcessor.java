package org.dharch.core.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.dharch.api.MessageId;
import org.dharch.core.context.CheckpointBarrier;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Slots;
import org.dharch.core.recovery.ProgressWriter;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.LoggedError;
import org.dharch.core.wire.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements MPThread (seed 000, section 3.2): carries out the effects of executions. Each task
 * batch goes to CManager ({@link TaskBatchSender}) without waiting for a reply. Long computations
 * run in {@link LargeWork}. Ended messages leave MPQueue.
 */
public final class MessageProcessor implements Conductor.Agent {
  private static final Logger LOG = LoggerFactory.getLogger(MessageProcessor.class);
  private static final LoggedError UNCOMPUTED =
      new LoggedError(LOG, "Merge or next stage of message {}");
  private static final int BATCH = 64;

  private final MPQueue mpQueue;
  private final Slots slots;
  private final TaskBatchSender sender;
  private final ExecutionDriver driver;
  private final LargeWork largeWork;
  private final Inbox inbox;
  private final OutcomeDelivery delivery;
  private final ProgressWriter progressWriter;
  private final Consumer<Effect.Emit> emissions;
  private final Counters counters;
  private final Ticker ticker;

  public MessageProcessor(
      MPQueue mpQueue,
      Slots slots,
      TaskBatchSender sender,
      ExecutionDriver driver,
      LargeWork largeWork,
      Inbox inbox,
      OutcomeDelivery delivery,
      ProgressWriter progressWriter,
      Consumer<Effect.Emit> emissions,
      Counters counters,
      Ticker ticker) {
    this.mpQueue = mpQueue;
    this.slots = slots;
    this.sender = sender;
    this.driver = driver;
    this.largeWork = largeWork;
    this.inbox = inbox;
    this.delivery = delivery;
    this.progressWriter = progressWriter;
    this.emissions = emissions;
    this.counters = counters;
    this.ticker = ticker;
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
    List<Effect> effects = message.takeEffects();
    message
        .held()
        .ifPresentOrElse(
            held -> hold(message, held, effects),
            () -> effects.forEach(effect -> carryOut(message, effect)));
  }

  /** Carries out, in order, the effects that need no record of the message's progress on disk. */
  private void hold(DHMContext message, CheckpointBarrier held, List<Effect> effects) {
    held.add(effects);
    for (Optional<Effect> next = held.next(); next.isPresent(); next = held.next()) {
      carryOut(message, next.get());
    }
    if (held.beginRecording()) {
      progressWriter.write(
          message, held.left().orElseGet(() -> message.execution().progress(ticker.nanos())));
    }
  }

  private void carryOut(DHMContext message, Effect effect) {
    if (effect instanceof Effect.Send send) {
      send(message, send);
    } else if (effect instanceof Effect.End end) {
      slots.ended(message, end.outcome(), ticker.nanos());
      Optional<Progress> far =
          message
              .held()
              .filter(CheckpointBarrier::isHandingOver)
              .map(held -> message.execution().progress(ticker.nanos()));
      delivery.leave(end, message, far);
    } else if (effect instanceof Effect.Compute compute) {
      largeWork.run(
          compute.load(),
          () -> {
            if (mpQueue.holds(message)) { // otherwise it is no longer awaited
              inbox.post(new Inbox.Done(message, computed(message.id(), compute)));
            }
          });
    } else if (effect instanceof Effect.Emit emit) {
      emissions.accept(emit);
    } else {
      mpQueue.remove(message, ticker.nanos());
      driver.left(message);
    }
  }

  /**
   * Sends the tasks, except tasks that a later event has made obsolete. Obsolete tasks cannot have
   * started.
   */
  private void send(DHMContext message, Effect.Send send) {
    List<Task> overtaken =
        send.tasks().stream()
            .filter(task -> !message.execution().isCurrent(send.node(), task))
            .toList();
    if (overtaken.isEmpty()) {
      sender.send(message, send);
    } else {
      send.only(task -> !overtaken.contains(task)).ifPresent(rest -> sender.send(message, rest));
      driver.apply(message, new Event.Unsent(send.node(), overtaken));
    }
  }

  private Event computed(MessageId id, Effect.Compute compute) {
    try {
      return compute.compute();
    } catch (RuntimeException | Error e) {
      counters.count(Counter.ERRORS);
      UNCOMPUTED.say(id, e);
      return compute.failed(new Fault(Fault.Code.HANDLER_FAILED, "", "internal error: " + e));
    }
  }
}
