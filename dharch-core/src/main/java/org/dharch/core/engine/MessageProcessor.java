package org.dharch.core.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.dharch.core.context.CheckpointBarrier;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.queue.Slots;
import org.dharch.core.recovery.ProgressWriter;
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
  private final ExecutionDriver driver;
  private final TaskBatchSender sender;
  private final OutcomeDelivery delivery;
  private final ProgressWriter progressWriter;
  private final BackgroundEvents background;
  private final Consumer<Effect.Emit> emissions;

  public MessageProcessor(
      Queues queues,
      ExecutionDriver driver,
      TaskBatchSender sender,
      OutcomeDelivery delivery,
      ProgressWriter progressWriter,
      BackgroundEvents background,
      Consumer<Effect.Emit> emissions) {
    this.mpQueue = queues.mpQueue();
    this.slots = queues.slots();
    this.driver = driver;
    this.sender = sender;
    this.delivery = delivery;
    this.progressWriter = progressWriter;
    this.background = background;
    this.emissions = emissions;
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
          message, held.left().orElseGet(() -> message.execution().progress(driver.precise())));
    }
  }

  private void carryOut(DHMContext message, Effect effect) {
    if (effect instanceof Effect.Send send) {
      send(message, send);
    } else if (effect instanceof Effect.End end) {
      slots.ended(message, end.outcome(), driver.precise());
      Optional<Progress> far =
          message
              .held()
              .filter(CheckpointBarrier::isHandingOver)
              .map(held -> message.execution().progress(driver.precise()));
      delivery.leave(end, message, far);
    } else if (effect instanceof Effect.Compute compute) {
      background.compute(
          compute.load(),
          message,
          () -> mpQueue.holds(message) ? Optional.of(compute.compute()) : Optional.empty(),
          e -> compute.failed(new Fault(Fault.Code.HANDLER_FAILED, "", "internal error: " + e)),
          UNCOMPUTED);
    } else if (effect instanceof Effect.Emit emit) {
      emissions.accept(emit);
    } else {
      mpQueue.remove(message, driver.precise());
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
}
