package org.dharch.core.engine;

import java.util.Optional;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Event;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.queue.Slots;
import org.dharch.core.spi.Ticker;

/**
 * Implements MSThread (seed 000, section 3.2): moves messages from IMQueue to MPQueue, by the
 * selection policy, while slots are free. Ends messages that waited too long or cannot meet their
 * deadline. Also ends messages whose nodes did not connect within the {@link StartupGracePeriod}.
 */
public final class MessageSelector implements Conductor.Agent {
  private static final int BATCH = 64;

  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Slots slots;
  private final JobSizes sizes;
  private final ExecutionDriver driver;
  private final OutcomeDelivery delivery;
  private final StartupGracePeriod grace;
  private final Counters counters;
  private final Ticker ticker;

  public MessageSelector(
      Queues queues,
      ExecutionDriver driver,
      OutcomeDelivery delivery,
      StartupGracePeriod grace,
      Counters counters,
      Ticker ticker) {
    this.imQueue = queues.imQueue();
    this.mpQueue = queues.mpQueue();
    this.slots = queues.slots();
    this.sizes = queues.sizes();
    this.driver = driver;
    this.delivery = delivery;
    this.grace = grace;
    this.counters = counters;
    this.ticker = ticker;
  }

  @Override
  public int doWork() {
    long now = ticker.nanos();
    int work = slots.giveUp(now);
    for (DHMContext expired : imQueue.expired(now)) {
      endOverdue(expired, now);
      work++;
    }
    work += lookAtEarly();
    while (work < BATCH) {
      Optional<DHMContext> next = next();
      if (next.isEmpty()) {
        break;
      }
      driver.apply(next.get(), new Event.Selected(next.get().revision));
      work++;
    }
    return work;
  }

  /** Queues early messages whose nodes have connected. After the grace period, ends the others. */
  private int lookAtEarly() {
    if (!imQueue.hasEarly()) {
      return 0;
    }
    boolean lasts = grace.lasts();
    int work = imQueue.enterServed(grace.news(), m -> grace.unservable(m).isEmpty()) ? 1 : 0;
    if (!lasts) {
      for (DHMContext left : imQueue.pollEarly()) {
        end(left, grace.unservable(left).orElseThrow());
        work++;
      }
    }
    return work;
  }

  /** Moves the next message to MPQueue. Ends messages that cannot meet their deadline. */
  private Optional<DHMContext> next() {
    Optional<DHMContext> continuing = imQueue.pollContinuing(this::mayContinue);
    if (continuing.isPresent()) {
      mpQueue.addContinuing(continuing.get(), ticker.nanos());
      return continuing;
    }
    while (mpQueue.hasCapacity()) {
      long now = ticker.nanos();
      Optional<DHMContext> next = imQueue.poll(now, slots.size(), slots.usage());
      if (next.isEmpty()) {
        break;
      }
      long least = next.get().least(sizes.estimate(next.get().jobClass()));
      if (now + least < next.get().deadlineAt()) {
        mpQueue.add(next.get(), now);
        return next;
      }
      counters.count(Counter.DEADLINE_UNREACHABLE);
      endUnbegun(next.get(), least);
    }
    return Optional.empty();
  }

  /**
   * Ends a message that would miss its deadline even with the minimum execution time of its job
   * class.
   */
  private void endUnbegun(DHMContext message, long least) {
    boolean waited = message.arrivedAt() + least < message.deadlineAt();
    if (!waited) { // lowers an outdated estimate, which could otherwise reject messages forever
      sizes.refused(message.jobClass());
    }
    String why = waited ? "selected too late to end before its deadline" : FaultReply.TOO_LONG;
    end(message, late(message, why));
  }

  private boolean mayContinue(DHMContext message) {
    return slots.isHeldFor(message) || slots.hasCapacity();
  }

  private void endOverdue(DHMContext message, long now) {
    if (message.deadlineAt() <= now) {
      end(message, late(message, "the message's deadline passed while it waited"));
    } else {
      counters.count(Counter.WAITED_TOO_LONG);
      end(
          message,
          new Fault(
              Fault.Code.BUSY,
              "",
              "the message waited " + message.state().since(now) / 1_000_000 + " ms for a slot"));
    }
  }

  /**
   * A message that completed earlier remains in the store and is delivered to its service later.
   */
  private static Fault late(DHMContext message, String why) {
    return new Fault(message.hasCompleted() ? Fault.Code.BUSY : Fault.Code.DEADLINE, "", why);
  }

  /** Ends a message before its selection. */
  void end(DHMContext waiting, Fault fault) {
    if (!waiting.isCompensationOnly()) {
      counters.count(Counter.FAILED);
    }
    waiting.nested.ifPresent(NestedCalls.Call::over);
    long now = ticker.nanos();
    Effect.End end =
        new Effect.End(
            waiting.failedUnselected(fault, now), waiting.leftUnselected(fault), Optional.empty());
    delivery.leave(end, waiting, Optional.empty());
  }

  @Override
  public long nextWake() {
    long early = imQueue.hasEarly() ? grace.end() : Long.MAX_VALUE;
    return Math.min(early, Math.min(imQueue.nextWake(), slots.nextWake()));
  }
}
