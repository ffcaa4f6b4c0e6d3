package org.dharch.core.engine;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.Telemetry;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.recovery.DeliveryConfirmations;
import org.dharch.core.recovery.FailedMessageRecords;
import org.dharch.core.recovery.Resumable;
import org.dharch.core.recovery.StoreAgent;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Takes the container's context from CMCQueue and delivers the outcome to its gateway. That
 * succeeds only once for each message.
 */
public final class OutcomeDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeDelivery.class);

  /** The key of the message id in the logging context. */
  static final String MDC_KEY = "messageId";

  private final CMCQueue cmcQueue;
  private final StoreAgent storeAgent;
  private final DeliveryConfirmations deliveryConfirmations;
  private final Telemetry telemetry;
  private final NodeDirectory directory;

  public OutcomeDelivery(
      CMCQueue cmcQueue,
      StoreAgent storeAgent,
      DeliveryConfirmations deliveryConfirmations,
      Telemetry telemetry,
      NodeDirectory directory) {
    this.directory = directory;
    this.cmcQueue = cmcQueue;
    this.storeAgent = storeAgent;
    this.deliveryConfirmations = deliveryConfirmations;
    this.telemetry = telemetry;
  }

  /**
   * Delivers the outcome to the message's gateway.
   *
   * @param how the end of the execution
   * @param message the message that ended
   * @param far its progress, if it has completed and its gateway confirms the delivery
   */
  void leave(Effect.End how, DHMContext message, Optional<Progress> far) {
    Outcome outcome = how.outcome();
    Optional<Progress> left = how.pending();
    Optional<CMCQueue.Held<?>> held = cmcQueue.take(outcome.id());
    if (held.isEmpty()) {
      throw new IllegalStateException("message " + outcome.id() + " was already delivered");
    }
    measureAttempts(outcome.timeline(), message.attemptsBefore());
    MessageProgress end = MessageProgress.ended(held.get().submission(), outcome);
    if (message.isCompensationOnly()) { // its end was reported before
      telemetry.ended().addAgain(end);
    } else {
      measure(outcome.timeline());
      telemetry.traces().ended(held.get().submission(), outcome);
      telemetry.ended().add(end);
    }
    MDC.put(MDC_KEY, outcome.id().toString());
    try {
      if (outcome instanceof Outcome.Failed failed) {
        telemetry.failures().failed(outcome.id(), failed.fault());
        boolean stays =
            (failed.fault().code() != Fault.Code.BUSY
                    || storeAgent.accepted().contains(outcome.id()))
                && storeAgent
                    .failures()
                    .failed(
                        held.get().submission(),
                        failed,
                        new FailedMessageRecords.Rest(
                            left, how.resume().map(it -> new Resumable(notation(message), it))));
        held.get().failed(stays ? failed.staying() : failed);
      } else if (outcome instanceof Outcome.Responded responded) {
        left.ifPresent(
            l -> storeAgent.ended().addPendingCompensations(held.get().submission(), outcome, l));
        storeAgent.ended().answered(outcome.id());
        held.get().responded(responded);
      } else {
        Outcome.Completed completed = (Outcome.Completed) outcome;
        if (far.isEmpty()
            || !deliveryConfirmations.await(
                new DeliveryConfirmations.Completion(completed, far.get(), left))) {
          left.ifPresent(
              l -> storeAgent.ended().addPendingCompensations(held.get().submission(), outcome, l));
          storeAgent.ended().completed(outcome.id());
        }
        held.get().completed(completed);
      }
    } catch (RuntimeException e) {
      telemetry.counters().count(Counter.ERRORS);
      LOG.error("Gateway failed to accept the outcome message={}", outcome.id(), e);
      deliveryConfirmations.notHandedOver(outcome.id(), "its gateway failed: " + e);
    } finally {
      MDC.remove(MDC_KEY);
    }
  }

  private void measure(Timeline timeline) {
    telemetry
        .latencies()
        .message(
            timeline.orchestration(),
            timeline.selectedNanos(),
            timeline.mergeNanos(),
            timeline.endedNanos());
  }

  private void measureAttempts(Timeline timeline, int before) {
    List<Timeline.Attempt> all = timeline.attempts();
    for (Timeline.Attempt attempt : all.subList(Math.min(before, all.size()), all.size())) {
      telemetry
          .latencies()
          .attempt(
              place(timeline.id(), attempt),
              isNotStarted(attempt) ? "not-started" : attempt.result(),
              attempt.receivedNanos() >= 0 && !isNotStarted(attempt),
              attempt.queueNanos(),
              attempt.transferNanos(),
              attempt.runNanos());
    }
  }

  private Latencies.Place place(MessageId message, Timeline.Attempt attempt) {
    String node = NodeId.nameIn(attempt.node());
    String version =
        directory
            .statusOf(node)
            .flatMap(status -> HandlerVersion.of(status.versions(), attempt.handler(), message))
            .orElse("");
    return new Latencies.Place(attempt.handler(), version, node);
  }

  /** Whether the node replied that it did not start the handler in time. */
  private static boolean isNotStarted(Timeline.Attempt attempt) {
    return attempt.result().equals("timed-out")
        && attempt.receivedNanos() >= 0
        && attempt.runNanos() == 0;
  }

  private static String notation(DHMContext message) {
    return message.state().orchestration().notation();
  }
}
