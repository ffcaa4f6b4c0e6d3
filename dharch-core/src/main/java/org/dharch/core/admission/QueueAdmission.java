package org.dharch.core.admission;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.Classification;
import org.dharch.core.context.DHMContext.Durability;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.flow.Classifier.Verdict;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.flow.JobSizes.Estimate;
import org.dharch.core.message.Admission;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.queue.Slots;

/**
 * Puts admitted messages into CMCQueue and IMQueue. Rejects a message as busy if no slot is free in
 * time for its deadline or waiting limit. Thread-safe.
 */
public final class QueueAdmission {
  private static final String TOO_LATE = "what waits before the message lets it end too late";
  private static final String TOO_NESTED =
      "more than " + NestedCalls.MOST + " calls of services within one request";
  private static final long LONGEST_RETRY_NANOS = Duration.ofMinutes(1).toNanos();

  private final DHManagerConfig config;
  private final CMCQueue cmcQueue;
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Slots slots;
  private final JobSizes sizes;
  private final Counters counters;
  private final Conductor conductor;

  public QueueAdmission(
      DHManagerConfig config, Queues queues, Counters counters, Conductor conductor) {
    this.config = config;
    this.cmcQueue = queues.cmcQueue();
    this.imQueue = queues.imQueue();
    this.mpQueue = queues.mpQueue();
    this.slots = queues.slots();
    this.sizes = queues.sizes();
    this.counters = counters;
    this.conductor = conductor;
  }

  /**
   * Queues the message; returns the reason if it is rejected.
   *
   * @param note an entry for its timeline about its earlier progress
   * @param early whether no node hosts its handlers yet
   */
  Optional<Admission.Busy> enter(
      MessageId id,
      CMCQueue.Held<?> held,
      Assignment assignment,
      Verdict verdict,
      Durability durability,
      Optional<String> note,
      boolean early) {
    Submission message = held.submission();
    Estimate estimate = sizes.estimate(verdict.jobClass());
    long now = config.ticker().nanos();
    String jobClass = sizes.canonical(verdict.jobClass());
    DHMContext entered =
        new DHMContext(
            id,
            message,
            assignment,
            config,
            new Classification(jobClass, verdict.group(), estimate.meanNanos()),
            durability,
            now);
    note.ifPresent(entered.state()::note);
    Optional<NestedCalls> calls = message.within().flatMap(slots::callsWithin);
    entered.isCall = calls.isPresent();
    entered.isNestedCall = entered.isCall && CallDepth.of(message.properties()) > 0;
    boolean isOfCall =
        message.within().filter(mpQueue::holds).isPresent(); // its request has no handlers
    if (entered.isRequest() || isOfCall) {
      entered.nested = calls.flatMap(NestedCalls::add);
      if (entered.isRequest() && calls.isPresent() && entered.nested.isEmpty()) {
        return Optional.of(busy(TOO_NESTED, 0));
      }
    }
    entered.waits(verdict.priority(), config.flow().waitingLimit().toNanos(), early);
    long least = entered.least(estimate);
    long[] late = {0};
    cmcQueue.put(id, held);
    IMQueue.Offer offer =
        imQueue.offer(
            entered,
            before -> {
              late[0] = late(entered, waitNanos(before), least, now);
              return late[0] <= 0;
            });
    if (offer == IMQueue.Offer.TAKEN) {
      if (!entered.isCompensationOnly()) {
        counters.count(Counter.ADMITTED);
      }
      conductor.signal();
      return Optional.empty();
    }
    cmcQueue.take(id);
    entered.nested.ifPresent(NestedCalls.Call::over);
    return Optional.of(
        switch (offer) {
          case FULL -> full();
          case GROUP_FULL -> busy("all slots of the message's class are in use", 0);
          default -> late(entered, least, late[0]);
        });
  }

  private Admission.Busy late(DHMContext message, long least, long lateNanos) {
    boolean atOnce = message.arrivedAt() + least < message.deadlineAt();
    if (!atOnce) { // lowers an outdated estimate, which could otherwise reject messages forever
      sizes.refused(message.jobClass());
    }
    return busy(atOnce ? TOO_LATE : FaultReply.TOO_LONG, lateNanos);
  }

  /**
   * Estimates the waiting time of a message with this much work before it; 0 while too few messages
   * were observed. If messages wait, every slot is in use, and each is busy for the residual time
   * of its message.
   */
  private long waitNanos(long before) {
    return before == 0 || sizes.isCold() ? 0 : (before + sizes.any().residual()) / slots.size();
  }

  /**
   * Returns the time by which the message will probably exceed its deadline or the waiting limit.
   */
  private static long late(DHMContext message, long wait, long least, long now) {
    return Math.max(now + wait - message.mayWaitUntil(), now + wait + least - message.deadlineAt());
  }

  /** Rejects a client, which should retry after {@code lateNanos}, within the configured bounds. */
  Admission.Busy busy(String reason, long lateNanos) {
    long after =
        Math.max(config.flow().retryAfter().toNanos(), Math.min(lateNanos, LONGEST_RETRY_NANOS));
    return new Admission.Busy(reason, Duration.ofNanos(after));
  }

  /** Returns the rejection of a message of this request, if no message can enter now. */
  Optional<Admission.Busy> busy(Optional<String> within) {
    if (within.flatMap(CallDepth::request).flatMap(slots::callsWithin).isPresent()) {
      return Optional.empty(); // nested calls precede all waiting messages
    }
    long before = imQueue.workBefore(config.ticker().nanos());
    long late = waitNanos(before) - config.flow().waitingLimit().toNanos();
    if (hasCapacity() && late <= 0) {
      return Optional.empty();
    }
    counters.count(Counter.BUSY);
    return Optional.of(late > 0 ? busy(TOO_LATE, late) : full());
  }

  Admission.Busy full() {
    return busy("every place is taken: " + config.flow().queueBound() + " messages wait", 0);
  }

  boolean executes(MessageId id) {
    return mpQueue.holds(id);
  }

  boolean hasCapacity() {
    return imQueue.size() < config.flow().queueBound();
  }
}
