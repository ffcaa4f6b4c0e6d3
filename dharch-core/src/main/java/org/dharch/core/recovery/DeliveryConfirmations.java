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
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.Outcome;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.StoredMessage;

/**
 * Completed messages that wait for their gateway to take them to their service. Until the gateway
 * confirms, a restarted manager would compensate their handlers. The confirmation is on disk before
 * the service is invoked; a message that is not confirmed is compensated. So the effects of
 * handlers stay only if the service may have been invoked. Safe for any thread.
 */
public final class DeliveryConfirmations implements AutoCloseable {
  private static final Fault NOT_STORED =
      new Fault(Fault.Code.NOT_STORED, "", "failed to store that the message goes to its service");
  private static final Fault NOT_SAID =
      new Fault(Fault.Code.NOT_DELIVERED, "", "the gateway did not confirm the delivery in time");
  private static final Fault SHUT_DOWN =
      new Fault(Fault.Code.SHUT_DOWN, "", "the manager was closed before its service was invoked");

  /**
   * How long a gateway may take to say anything, nanoseconds: what its container does between is
   * short, but a handler there may suspend the flow, or an exception end it unheard.
   */
  static final long LONGEST_AWAITED = TimeUnit.MINUTES.toNanos(5);

  private static final int MOST_LATE = 100_000;

  /** How long a caller waits for the disk. */
  private static final long LONGEST_SECONDS = 10;

  /**
   * One that has completed.
   *
   * @param far how far it is, with all that is to be compensated if it is not handed over
   * @param left what is to be compensated if it is
   * @param said whether its gateway has said anything
   * @param decided what becomes of it
   * @param until when it is not waited for any more
   */
  private record Completed(
      Outcome.Completed outcome,
      StoredMessage record,
      Progress far,
      Optional<Progress> left,
      AtomicBoolean said,
      CompletableFuture<Outcome> decided,
      long until) {}

  private final StoreAgent storeAgent;
  private final ProgressWriter writer;
  private final ProgressFormat format;
  private final Inbox inbox;
  private final Ticker ticker;
  private final Map<MessageId, Completed> waiting = new ConcurrentHashMap<>();

  /** Why the latest of those that were not handed over were not: nor may they be any more. */
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
   * A message has completed; false if nothing would be compensated of it whatever its gateway says.
   */
  public boolean await(Outcome.Completed outcome, Progress far, Optional<Progress> left) {
    Optional<StoredMessage> record = storeAgent.progressRecords().recordOfProgress(outcome.id());
    if (record.isEmpty()) {
      inbox.tell(new Inbox.HandedOver(outcome.id(), true));
      return false;
    }
    waiting.put(
        outcome.id(),
        new Completed(
            outcome,
            record.get(),
            far,
            left,
            new AtomicBoolean(),
            new CompletableFuture<>(),
            ticker.nanos() + LONGEST_AWAITED));
    return true;
  }

  /** Whether its gateway is still to say what it does with it. */
  public boolean isAwaited(MessageId id) {
    Completed one = waiting.get(id);
    return one != null && !one.said.get();
  }

  /**
   * Its gateway takes it to its service next. Waits for the disk, a while.
   *
   * @return {@code outcome} if it is to do that; else why not
   */
  public Outcome handOver(Outcome.Completed outcome) {
    Completed one = waiting.get(outcome.id());
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

  /** The same without waiting. */
  public CompletableFuture<Outcome> handingOver(Outcome.Completed outcome) {
    Completed one = waiting.get(outcome.id());
    if (one == null) {
      Fault why = late.get(outcome.id());
      return CompletableFuture.completedFuture(why == null ? outcome : failed(outcome, why));
    }
    if (!one.said.compareAndSet(false, true)) {
      return one.decided;
    }
    Optional<StoredMessage> left = one.left.map(l -> one.record.so(format.encode(l)));
    var unused =
        writer.handedOver(one.record.key(), left).thenAccept(written -> noted(one, left, written));
    return one.decided;
  }

  private void noted(Completed one, Optional<StoredMessage> left, boolean written) {
    if (!written) {
      given(one, NOT_STORED);
    } else if (one.decided.complete(one.outcome)) {
      waiting.remove(one.outcome.id());
      storeAgent.ended().handedOver(one.outcome.id(), left);
      inbox.tell(new Inbox.HandedOver(one.outcome.id(), true));
    }
  }

  /** Its gateway will not take it to its service; false if it need not say so, or has spoken. */
  public boolean notHandedOver(MessageId id, String reason) {
    Completed one = waiting.get(id);
    return one != null && giveUp(one, new Fault(Fault.Code.NOT_DELIVERED, "", reason));
  }

  /** False if its gateway has spoken. */
  private boolean giveUp(Completed one, Fault why) {
    boolean unsaid = one.said.compareAndSet(false, true);
    if (unsaid) {
      given(one, why);
    }
    return unsaid;
  }

  /** It is not handed over, unless it has been. */
  private Outcome given(Completed one, Fault why) {
    if (one.decided.complete(failed(one.outcome, why))) {
      late.put(one.outcome.id(), why);
      waiting.remove(one.outcome.id());
      storeAgent
          .failures()
          .undelivered(one.outcome, why, one.record.submission(), Optional.of(one.far));
      inbox.tell(new Inbox.HandedOver(one.outcome.id(), false));
    }
    return one.decided.join();
  }

  private static Outcome failed(Outcome.Completed outcome, Fault why) {
    return new Outcome.Failed(
        outcome.id(), why, outcome.timeline(), ExchangeProperties.of(outcome.properties()));
  }

  /** Undoes what no gateway has said anything of for too long. */
  public void giveUp() {
    long now = ticker.nanos();
    for (Completed one : waiting.values()) {
      if (one.until - now <= 0) {
        giveUp(one, NOT_SAID);
      }
    }
  }

  /** Gives the gateways so long to take what has completed to its service. */
  public void awaitAll(long seconds) {
    CompletableFuture<?>[] all =
        List.copyOf(waiting.values()).stream()
            .map(Completed::decided)
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // those that are left are compensated
    }
  }

  /** Those that still wait are not to be taken to their service any more. */
  @Override
  public void close() {
    waiting.values().forEach(one -> giveUp(one, SHUT_DOWN));
  }
}
