package org.dharch.core.recovery;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.api.MessageId;
import org.dharch.core.context.Inbox;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.Fault;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.Outcome;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.StoredMessage;

/**
 * Tracks completed messages whose gateways must still deliver them to their services. Until the
 * gateway confirms, a restarted manager would compensate their handlers. The confirmation is on
 * disk before the service is invoked; a message that is not confirmed is compensated. So the
 * effects of handlers stay only if the service may have been invoked. Safe for any thread.
 */
public final class DeliveryConfirmations implements AutoCloseable {
  private static final Fault NOT_STORED =
      new Fault(Fault.Code.NOT_STORED, "", "failed to store that the message goes to its service");
  private static final Fault NOT_REPORTED =
      new Fault(Fault.Code.NOT_DELIVERED, "", "the gateway did not confirm the delivery in time");
  private static final Fault SHUT_DOWN =
      new Fault(Fault.Code.SHUT_DOWN, "", "the manager was closed before its service was invoked");

  /**
   * The longest time in nanoseconds in which a gateway must report. The container's work in between
   * is short, but a handler there may suspend the flow, or an exception may end it without a
   * report.
   */
  static final long LONGEST_AWAITED = TimeUnit.MINUTES.toNanos(5);

  private static final int MOST_LATE = 100_000;

  /** The longest time a caller waits for the disk. */
  private static final long LONGEST_SECONDS = 10;

  /**
   * A completed message.
   *
   * @param far its progress, with everything to compensate if it is not delivered
   * @param left its pending compensations if it is delivered
   */
  public record Completion(Outcome.Completed outcome, Progress far, Optional<Progress> left) {}

  /**
   * A completion to confirm.
   *
   * @param reported whether its gateway has reported
   * @param decided completes with the final outcome
   * @param until the end of the wait for the gateway
   */
  private record Awaited(
      Completion message,
      StoredMessage record,
      AtomicBoolean reported,
      CompletableFuture<Outcome> decided,
      long until) {
    Outcome.Completed outcome() {
      return message.outcome();
    }
  }

  private final StoreAgent storeAgent;
  private final ProgressWriter writer;
  private final ProgressFormat format;
  private final Inbox inbox;
  private final Ticker ticker;
  private final Map<MessageId, Awaited> waiting = new ConcurrentHashMap<>();

  /**
   * The reasons of the latest messages that were not delivered; they must not be delivered later.
   */
  private final Map<MessageId, Fault> late =
      Collections.synchronizedMap(new LatestUsed<>(MOST_LATE));

  public DeliveryConfirmations(
      StoreAgent storeAgent,
      ProgressWriter writer,
      ProgressFormat format,
      Inbox inbox,
      Ticker ticker) {
    this.ticker = ticker;
    this.storeAgent = storeAgent;
    this.writer = writer;
    this.format = format;
    this.inbox = inbox;
  }

  /**
   * Waits for the gateway of a completed message; returns false if the message has no stored
   * progress, so that there is nothing to compensate.
   */
  public boolean await(Completion completed) {
    Outcome.Completed outcome = completed.outcome();
    Optional<StoredMessage> record = storeAgent.progressRecords().recordOfProgress(outcome.id());
    if (record.isEmpty()) {
      inbox.post(new Inbox.HandedOver(outcome.id(), true));
      return false;
    }
    waiting.put(
        outcome.id(),
        new Awaited(
            completed,
            record.get(),
            new AtomicBoolean(),
            new CompletableFuture<>(),
            ticker.nanos() + LONGEST_AWAITED));
    return true;
  }

  /** Returns whether the gateway's report is still missing. */
  public boolean isAwaited(MessageId id) {
    Awaited one = waiting.get(id);
    return one != null && !one.reported.get();
  }

  /**
   * Confirms that the gateway delivers the message next. Waits for the disk for a limited time.
   *
   * @return {@code outcome} if the gateway may deliver it; otherwise the failure
   */
  public Outcome handOver(Outcome.Completed outcome) {
    Awaited one = waiting.get(outcome.id());
    CompletableFuture<Outcome> decided = handingOver(outcome);
    try {
      return decided.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return given(one, NOT_STORED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return given(
          one, new Fault(Fault.Code.CANCELLED, "", "the thread of the message was interrupted"));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Confirms the delivery without waiting. */
  public CompletableFuture<Outcome> handingOver(Outcome.Completed outcome) {
    Awaited one = waiting.get(outcome.id());
    if (one == null) {
      Fault why = late.get(outcome.id());
      return CompletableFuture.completedFuture(why == null ? outcome : failed(outcome, why));
    }
    if (!one.reported.compareAndSet(false, true)) {
      return one.decided;
    }
    Optional<StoredMessage> left = one.message.left().map(l -> one.record.so(format.encode(l)));
    var unused =
        writer.handedOver(one.record.key(), left).thenAccept(written -> noted(one, left, written));
    return one.decided;
  }

  private void noted(Awaited one, Optional<StoredMessage> left, boolean written) {
    if (!written) {
      given(one, NOT_STORED);
    } else if (one.decided.complete(one.outcome())) {
      waiting.remove(one.outcome().id());
      storeAgent.ended().handedOver(one.outcome().id(), left);
      inbox.post(new Inbox.HandedOver(one.outcome().id(), true));
    }
  }

  /**
   * Records that the gateway will not deliver the message; returns false if no report is expected.
   */
  public boolean notHandedOver(MessageId id, String reason) {
    Awaited one = waiting.get(id);
    return one != null && giveUp(one, new Fault(Fault.Code.NOT_DELIVERED, "", reason));
  }

  /** Returns false if the gateway has already reported. */
  private boolean giveUp(Awaited one, Fault why) {
    boolean isFirst = one.reported.compareAndSet(false, true);
    if (isFirst) {
      given(one, why);
    }
    return isFirst;
  }

  /** Fails the message unless it has been delivered. */
  private Outcome given(Awaited one, Fault why) {
    if (one.decided.complete(failed(one.outcome(), why))) {
      late.put(one.outcome().id(), why);
      waiting.remove(one.outcome().id());
      storeAgent
          .failures()
          .undelivered(one.outcome(), why, one.record.submission(), Optional.of(one.message.far()));
      inbox.post(new Inbox.HandedOver(one.outcome().id(), false));
    }
    return one.decided.join();
  }

  private static Outcome failed(Outcome.Completed outcome, Fault why) {
    return new Outcome.Failed(outcome.id(), why, outcome.timeline(), outcome.properties(), false);
  }

  /** Compensates messages whose gateways have not reported in time. */
  public void giveUp() {
    long now = ticker.nanos();
    for (Awaited one : waiting.values()) {
      if (one.until - now <= 0) {
        giveUp(one, NOT_REPORTED);
      }
    }
  }

  /** Waits at most this long until the gateways have delivered all completed messages. */
  public void awaitAll(long seconds) {
    CompletableFuture<?>[] all =
        List.copyOf(waiting.values()).stream()
            .map(Awaited::decided)
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // close() compensates the messages that still wait
    }
  }

  /** Rejects the delivery of messages that still wait. */
  @Override
  public void close() {
    waiting.values().forEach(one -> giveUp(one, SHUT_DOWN));
  }
}
