package org.dharch.ws.handlers;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.dharch.core.text.RepeatedLog;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.processor.RmEmissionPurpose;
import org.dharch.ws.rm.processor.RmOutbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the results of this node's deliveries in the store. If the store fails, pending results
 * are recorded before any due action, because the store would repeat these deliveries. Bounded and
 * thread-safe.
 */
final class DeliveryResults {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryResults.class);

  /** The maximum number of pending results. */
  private static final int MAX_PENDING = 10_000;

  private record DeliveryResult(RmEmissionPurpose.Delivery delivery, boolean isDelivered) {}

  private final RmEngine engine;
  private final RmOutbox outbox;
  private final StoreHealthLog health;
  private final RepeatedLog failures;
  private final ConcurrentLinkedDeque<DeliveryResult> pending = new ConcurrentLinkedDeque<>();
  private final AtomicInteger count = new AtomicInteger();

  DeliveryResults(RmEngine engine, RmOutbox outbox, StoreHealthLog health, LongSupplier nanos) {
    this.engine = engine;
    this.outbox = outbox;
    this.health = health;
    failures = new RepeatedLog(nanos, LOG::warn);
  }

  /** The service received the message. */
  void delivered(RmEmissionPurpose.Delivery delivery) {
    record(new DeliveryResult(delivery, true));
  }

  /** The message was not sent for lack of capacity. */
  void notSent(RmEmissionPurpose.Delivery delivery) {
    record(new DeliveryResult(delivery, false));
  }

  /**
   * @param reason from the gateway or the transport
   */
  void refused(RmEmissionPurpose.Delivery delivery, String reason) {
    failures.log(
        "message "
            + delivery.number()
            + " of "
            + delivery.key()
            + " was not delivered; retrying after a delay: "
            + reason);
    record(new DeliveryResult(delivery, false));
  }

  /** Records pending results; returns false if the store still fails. */
  boolean recordPending() {
    for (int remaining = count.get(); remaining > 0; remaining--) {
      Optional<DeliveryResult> next = Optional.ofNullable(pending.poll());
      next.ifPresent(polled -> count.decrementAndGet());
      if (next.isPresent() && !record(next.get())) {
        return false;
      }
    }
    return true;
  }

  /** Records a result now or later; returns false if the store fails. */
  private boolean record(DeliveryResult end) {
    RmEmissionPurpose.Delivery delivery = end.delivery();
    RmResult result;
    try {
      result =
          engine.delivered(delivery.key(), delivery.number(), delivery.owner(), end.isDelivered());
    } catch (ConflictException e) {
      addPending(end, e);
      return true;
    } catch (StoreException e) {
      health.failed("failed to record a delivery; retrying: " + e.getMessage());
      addPending(end, e);
      return false;
    }
    outbox.send(result);
    return true;
  }

  private void addPending(DeliveryResult end, RuntimeException reason) {
    if (count.incrementAndGet() > MAX_PENDING) {
      count.decrementAndGet();
      LOG.warn(
          "Dropped delivery result message={} sequence={} pending={}",
          end.delivery().number(),
          end.delivery().key(),
          MAX_PENDING,
          reason);
    } else {
      pending.add(end);
    }
  }
}
